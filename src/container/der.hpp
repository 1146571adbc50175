// SPDX-License-Identifier: MIT
// ASN.1 structures (X.690) out of a byte string, with one bounds check under every getter. All
// readers of a document share one failure that sticks: a parser lists its fields in order and asks
// the document once at the end. DER is read, and BER where the caller is forgiving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/key_file.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::container {

/// Tags of the types that keys are made of.
namespace tag {
inline constexpr std::uint8_t integer = 0x02;
inline constexpr std::uint8_t bit_string = 0x03;
inline constexpr std::uint8_t octet_string = 0x04;
inline constexpr std::uint8_t null = 0x05;
inline constexpr std::uint8_t object_identifier = 0x06;
inline constexpr std::uint8_t sequence = 0x30;
/// context is an implicit, context_constructed an explicit or constructed tag [number].
constexpr std::uint8_t context(std::uint8_t number) {
  return 0x80U | number;
}
constexpr std::uint8_t context_constructed(std::uint8_t number) {
  return 0xa0U | number;
}
}  // namespace tag

class DerReader;

/// DerDocument is the bytes to read and the first failure. The readers it makes refer to it.
class DerDocument {
 public:
  /// `offset` is where the bytes begin in the decoded file, unset for decrypted bytes. A document
  /// may have indefinite lengths and OCTET STRINGs in pieces: BER as it is written into a stream,
  /// which libcrypto reads, too. A forgiving one may also have lengths and numbers that are longer
  /// than they need to be, which only a faulty writer makes.
  DerDocument(ByteView bytes, std::optional<std::uint64_t> offset, Strictness strictness) noexcept
      : bytes_(bytes), offset_(offset), strictness_(strictness) {}
  DerDocument(const DerDocument&) = delete;
  DerDocument& operator=(const DerDocument&) = delete;

  /// reader walks over the whole document.
  [[nodiscard]] DerReader reader() noexcept;
  [[nodiscard]] bool failed() const noexcept { return error_.has_value(); }
  /// result is the first failure, if any.
  [[nodiscard]] Result<void> result() const;
  /// take_joined yields the memory of the strings that stood in pieces; views that readers returned
  /// may point into it.
  [[nodiscard]] std::vector<SecureBytes> take_joined() noexcept { return std::move(joined_); }

 private:
  friend class DerReader;
  [[nodiscard]] std::optional<std::uint64_t> offset_of(ByteView view) const noexcept;

  ByteView bytes_;
  std::optional<std::uint64_t> offset_;
  Strictness strictness_;
  std::optional<Error> error_{};
  std::vector<SecureBytes> joined_{};
};

/// DerReader walks over the elements of one level. After the document's first failure every getter
/// returns zero or an empty view.
class DerReader {
 public:
  [[nodiscard]] bool at_end() const noexcept { return position_ == bytes_.size(); }
  /// next_tag is the tag of the next element, 0 where there is none. An OCTET STRING in pieces has
  /// the tag of a whole one.
  [[nodiscard]] std::uint8_t next_tag() const noexcept;

  /// content takes an element of this tag and yields what is in it; of an OCTET STRING in pieces,
  /// the pieces joined.
  ByteView content(std::uint8_t tag, std::string_view field);
  /// enter takes an element of this tag and yields a reader over what is in it. What runs over the
  /// end of such a nested level is malformed; at the outermost level it is truncated.
  DerReader enter(std::uint8_t tag, std::string_view field);
  /// inside is a reader over a view that this reader returned, such as the content of a string.
  [[nodiscard]] DerReader inside(ByteView view) const noexcept;
  /// skip takes one element of any tag and yields what is in it, pieces as they are.
  ByteView skip(std::string_view field);
  /// number takes an INTEGER that must not be negative and yields its magnitude without leading
  /// zeros. Fails with: bad_number (negative, superfluous zeros in strict), key_too_large (over
  /// 16384 bits).
  ByteView number(std::string_view field);
  /// unsigned_number is number() where nothing negative can be meant: a forgiving document may lack
  /// the zero byte before a highest bit that is set, which libcrypto doesn't look for either.
  ByteView unsigned_number(std::string_view field);
  /// small_number takes an INTEGER from 0 to 2^64-1. Fails with: bad_number.
  std::uint64_t small_number(std::string_view field);
  /// bit_string takes a BIT STRING of whole bytes, under its own or an implicit tag.
  ByteView bit_string(std::string_view field, std::uint8_t tag = tag::bit_string);
  /// object_identifier takes one and yields its dotted form.
  std::string object_identifier(std::string_view field);

  [[nodiscard]] Strictness strictness() const noexcept { return document_->strictness_; }
  [[nodiscard]] bool failed() const noexcept { return document_->failed(); }
  /// offset_of is where a view that this reader returned begins in the decoded file; unset for
  /// decrypted bytes.
  [[nodiscard]] std::optional<std::uint64_t> offset_of(ByteView view) const noexcept {
    return document_->offset_of(view);
  }

  /// refuse records a failure that the caller found in the element taken last.
  void refuse(errc code, std::string detail = {}, std::string advice = {});
  /// finish refuses with trailing_data where elements are left.
  void finish(std::string_view field);

 private:
  friend class DerDocument;
  DerReader(DerDocument& document, ByteView bytes, errc overrun) noexcept
      : document_(&document), bytes_(bytes), overrun_(overrun) {}
  struct Element;
  Element take(std::string_view field);
  ByteView join(ByteView pieces);
  ByteView magnitude(ByteView value);

  DerDocument* document_;
  ByteView bytes_;
  std::size_t position_ = 0;
  errc overrun_;
  std::string_view field_{};
  std::size_t field_start_ = 0;
};

/// identifier_number is libcrypto's number of a dotted object identifier, NID_undef where it has
/// none.
[[nodiscard]] int identifier_number(const std::string& dotted);
/// identifier_name is libcrypto's name of a dotted object identifier, or the dotted form itself.
[[nodiscard]] std::string identifier_name(const std::string& dotted);

}  // namespace osshkey::container
