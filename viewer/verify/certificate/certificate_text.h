// SPDX-License-Identifier: MIT
//
// Escapes the texts of a certificate (docs/verify.md, "Certificates"). Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plytrace::verify {

// Escapes any text to one line that is not empty and cannot be read as a label.
std::string escaped(std::string_view text);
// Like escaped(), and without blanks.
std::string escaped_word(std::string_view text);
// Returns nullopt for an invalid escape.
std::optional<std::string> unescaped(std::string_view text);

}  // namespace plytrace::verify
