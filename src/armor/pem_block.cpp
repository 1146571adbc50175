// SPDX-License-Identifier: MIT
// A PEM block: coordinates the search for its end, the reading of its body, and the remarks on what
// surrounds it.
#include "armor/pem_block.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "armor/pem_body.hpp"
#include "armor/quotes.hpp"
#include "armor/text.hpp"
#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

/// only_parameters is true for the block that OpenSSL writes before a key and that says nothing the
/// key doesn't say.
bool only_parameters(std::string_view text) {
  bool inside = false;
  Lines lines(text, 1, Escapes::are_text);
  while (const std::optional<Line> line = lines.next()) {
    const std::string_view content = without_blanks(line->text);
    if (content == "-----BEGIN EC PARAMETERS-----" || content == "-----BEGIN DSA PARAMETERS-----") {
      inside = true;
    } else if (content.starts_with("-----END ")) {
      inside = false;
    } else if (!content.empty() && (!inside || content.starts_with("-----"))) {
      return false;
    }
  }
  return !inside;
}

/// note_before looks at what precedes the BEGIN marker: whole lines, and the beginning of its own.
void note_before(std::string_view before, std::uint32_t line, PemReader reader, Remarks& remarks) {
  const std::size_t line_end = before.find_last_of("\r\n");
  const std::size_t own = line_end == std::string_view::npos ? 0 : line_end + 1;
  const std::string_view lines = before.substr(0, own);
  const bool is_news = reader == PemReader::openssh || only_white(lines) || !only_parameters(lines);
  if (!lines.empty() && is_news) {
    remarks.add(errc::leading_text, 1, weight_for(reader),
                only_white(lines) ? "only blank lines" : "");
  }
  if (before.size() == own) {
    return;
  }
  const std::string_view prefix = without_marks(before.substr(own));
  if (prefix.empty()) {
    remarks.add(errc::indented, line, Weight::refused);
  } else if (is_quote(prefix.back())) {
    remarks.add(errc::quoted, line, Weight::refused);
  } else {
    remarks.add(errc::leading_text, line, Weight::refused);
  }
}

/// note_end_of_line looks at the rest of the END marker's line.
void note_end_of_line(const Line& line, PemReader reader, Remarks& remarks) {
  const std::string_view rest = without_blanks(line.text);
  if (!rest.empty() && is_quote(rest.front())) {
    remarks.add(errc::quoted, line.number, Weight::refused);
  } else if (rest == "\\") {
    remarks.add(errc::literal_backslash_n, line.number, Weight::refused);
  } else if (!only_white(rest)) {
    remarks.add(errc::trailing_text, line.number, Weight::refused);
  } else if (line.ending == Ending::none) {
    if (reader == PemReader::openssh) {
      remarks.add(errc::missing_final_newline, line.number, Weight::refused);
    }
  } else if (!line.text.empty()) {
    remarks.add(errc::indented, line.number, weight_for(reader));
  }
  if (line.ending == Ending::crlf) {
    remarks.add(errc::crlf, line.number, weight_for(reader));
  } else if (line.ending == Ending::cr) {
    remarks.add(errc::cr_only, line.number, Weight::refused);
  } else if (line.ending == Ending::escaped) {
    remarks.add(errc::literal_backslash_n, line.number, Weight::refused);
  }
}

/// note_after looks at what follows the END marker.
void note_after(std::string_view after, std::uint32_t line_number, PemReader reader,
                Remarks& remarks) {
  Lines lines(after, line_number, Escapes::end_lines);
  const std::optional<Line> first = lines.next();
  note_end_of_line(*first, reader, remarks);
  // A key inside a string is part of a document, whose rest is no news.
  if (!remarks.has(errc::quoted) && !remarks.has(errc::several_keys) && !only_white(lines.rest())) {
    remarks.add(errc::trailing_text, line_number + 1, Weight::harmless);
  }
}

/// note_before_end looks at what precedes the END marker on its line.
void note_before_end(const PemBody& body, std::uint32_t line, Remarks& remarks) {
  const std::string_view content = without_blanks(body.unended);
  if (!unquote(content).text.empty()) {
    remarks.add(errc::one_line, line, Weight::refused);
  } else if (content.empty() && !body.unended.empty() && !remarks.has(errc::one_line)) {
    remarks.add(errc::indented, line, Weight::refused);
  }
}

/// note_end looks at the END marker and at what surrounds it.
void note_end(std::string_view text, const PemBody& body, const std::optional<Marker>& end,
              std::uint32_t line, PemReader reader, Remarks& remarks) {
  if (!end) {
    remarks.add(errc::end_line_missing, line, Weight::refused);
    return;
  }
  if (end->spelling == Spelling::cut) {
    remarks.add(errc::end_line_missing, line, Weight::refused, "its last hyphens were lost");
    return;
  }
  if (end->spelling == Spelling::repaired && !remarks.has(errc::begin_line_repaired)) {
    remarks.add(errc::end_line_missing, line, Weight::refused, "it is misspelt");
  }
  note_before_end(body, line, remarks);
  const std::string_view marker = text.substr(end->begin, end->end - end->begin);
  note_after(text.substr(end->end), line + count_lines(marker), reader, remarks);
}

/// encrypted_by_headers is true where the content has no length of its own (RFC 1421).
bool encrypted_by_headers(const PemBody& body) {
  return std::ranges::find(body.headers, "DEK-Info", &Header::name) != body.headers.end();
}

/// judge_end_of_body says whether all of the base64 text is there.
std::optional<Error> judge_end_of_body(const PemBody& body, const std::optional<Marker>& end,
                                       Remarks& remarks) {
  const auto truncated = [&](std::string detail) {
    return Error{.code = errc::truncated,
                 .offset = body.bytes.size(),
                 .line = body.last_line == 0 ? std::optional<std::uint32_t>{} : body.last_line,
                 .detail = std::move(detail)};
  };
  if (body.bytes.empty()) {
    return truncated(end ? "nothing stands between the BEGIN and the END line"
                         : "only the BEGIN line is left");
  }
  if (end && end->spelling == Spelling::cut) {
    return truncated("it stops inside the END line");
  }
  // The lengths inside the container tell whether a text without END line is whole; where it has
  // none, or where a group of base64 is cut, nothing can.
  if (!end && (body.end != Base64Decoder::End::whole || encrypted_by_headers(body))) {
    return truncated("it stops before the END line");
  }
  const auto damaged = [&](std::string detail) {
    Error error{.code = errc::bad_base64,
                .offset = body.bytes.size(),
                .line = body.last_line,
                .detail = std::move(detail)};
    if (body.odd) {
      blame(error, *body.odd);
    }
    return error;
  };
  switch (body.end) {
    case Base64Decoder::End::incomplete:
      return damaged("the number of characters is impossible: at least one was lost or added");
    case Base64Decoder::End::stray_bits:
      return damaged("the last character doesn't fit the length: characters were lost or changed");
    case Base64Decoder::End::unpadded:
      remarks.add(errc::base64_unpadded, body.last_line, Weight::refused);
      return std::nullopt;
    case Base64Decoder::End::whole:
      return std::nullopt;
  }
  return std::nullopt;
}

/// ends_before_it_begins is true where the END line of the label stands before its BEGIN line.
bool ends_before_it_begins(std::string_view text, const Marker& begin) {
  const std::optional<Marker> end = find_end(text.substr(0, begin.begin), 0, begin.label);
  return end && end->spelling == Spelling::exact && end->label == begin.label;
}

std::optional<Error> mismatch(std::uint32_t line, std::string detail) {
  return Error{.code = errc::begin_end_mismatch, .line = line, .detail = std::move(detail)};
}

/// settle_begin steps over a BEGIN line that stands there twice, and takes the label of the END
/// line where that of the BEGIN line is a letter off.
Marker settle_begin(std::string_view text, Marker begin) {
  for (;;) {
    std::optional<Marker> next = find_begin(text, begin.end);
    if (!next || next->label != begin.label ||
        !only_white(text.substr(begin.end, next->begin - begin.end))) {
      break;
    }
    begin.end = next->end;
    begin.spelling = Spelling::repaired;
  }
  if (const std::optional<Marker> end = find_end(text, begin.end, begin.label);
      end && end->spelling == Spelling::exact && is_misspelt(begin.label, end->label)) {
    begin.label = end->label;
    begin.spelling = Spelling::repaired;
  }
  return begin;
}

}  // namespace

Armored read_pem(std::string_view text, const Marker& first, Remarks& remarks) {
  const Marker begin = settle_begin(text, first);
  const PemReader reader =
      begin.label == "OPENSSH PRIVATE KEY" ? PemReader::openssh : PemReader::openssl;
  const std::uint32_t begin_line = 1 + count_lines(text.substr(0, begin.begin));
  note_before(text.substr(0, begin.begin), begin_line, reader, remarks);

  // Hyphens between BEGIN and END on one line may belong to either marker.
  std::optional<Marker> end = find_end(text, begin.end, begin.label);
  if (begin.spelling != Spelling::exact) {
    remarks.add(errc::begin_line_repaired, begin_line, Weight::refused,
                end && end->spelling == Spelling::repaired ? "the END line is, too" : "");
  }
  if (end && end->spelling == Spelling::exact && begin.spelling == Spelling::exact &&
      is_misspelt(end->label, begin.label)) {
    end->label = begin.label;
    end->spelling = Spelling::repaired;
  }
  const std::optional<Marker> next = find_begin(text, begin.end);
  const bool interrupted = next && (!end || next->begin < end->begin);
  const std::size_t stop =
      std::max(begin.end, interrupted ? next->begin : (end ? end->begin : text.size()));
  const std::string_view between = text.substr(begin.end, stop - begin.end);
  const std::uint32_t body_line =
      begin_line + count_lines(text.substr(begin.begin, begin.end - begin.begin));
  PemBody body = read_pem_body(between, body_line, reader, remarks);

  Armored found{.form = Form::pem, .label = begin.label, .lines = std::move(body.lines)};
  const std::uint32_t end_line = body_line + count_lines(between);
  if (interrupted) {
    found.error = mismatch(end_line, "another BEGIN line stands before its END line");
  } else if (end && end->spelling != Spelling::cut && end->label != begin.label) {
    found.error =
        mismatch(end_line, "BEGIN says " + begin.label + ", END says " + std::string(end->label));
  } else if (!end && only_white(between) && ends_before_it_begins(text, begin)) {
    found.error = Error{.code = errc::begin_end_mismatch,
                        .line = begin_line,
                        .detail = "the END line stands before the BEGIN line",
                        .advice = "exchange the two lines"};
  } else if (body.error) {
    found.error = std::move(body.error);
  } else if (reader == PemReader::openssh && !body.headers.empty() &&
             wire::as_text(body.bytes.view()).starts_with("openssh-key-v1")) {
    found.error = Error{.code = errc::malformed,
                        .line = body_line + 1,
                        .detail = "header lines of another format stand in an OpenSSH key",
                        .advice =
                            "remove the lines Proc-Type and DEK-Info and the blank line "
                            "after them"};
    body.headers.clear();
  } else {
    found.error = judge_end_of_body(body, end, remarks);
  }

  if (!interrupted && next) {
    remarks.add(errc::several_keys, 1 + count_lines(text.substr(0, next->begin)), Weight::harmless);
  }
  if (!interrupted) {
    note_end(text, body, end, end_line, reader, remarks);
  }
  found.headers = std::move(body.headers);
  found.bytes = std::move(body.bytes);
  return found;
}

}  // namespace osshkey::armor
