# SPDX-License-Identifier: MIT
# The binding as a gem, for programs that ask for the gem bcrypt_pbkdf by name, as net-ssh does.
# frozen_string_literal: true

Gem::Specification.new do |gem|
  gem.name = "bcrypt_pbkdf"
  # Above every version of the original, so that it is preferred, and below 2, as net-ssh wants it.
  gem.version = "1.99.0"
  gem.summary = "osshkey in place of the gem bcrypt_pbkdf"
  gem.authors = ["The authors of osshkey"]
  gem.license = "MIT"
  gem.required_ruby_version = ">= 2.6"
  gem.files = Dir.chdir(__dir__) { Dir["README.md", "lib/**/*.rb"] }
end
