// SPDX-License-Identifier: MIT
#include "viewer/answers/selection.h"

#include <utility>

#include "viewer/analysis/pass_of.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/rules/rules_program.h"

namespace plytrace {
namespace {

// Selects the pass that contains the node. The chosen pass is kept if its end is known to come
// after the node.
void follow(Selection& selection, std::int64_t node) {
  if (holds(selection.pass, node) && selection.pass.last) return;
  auto found = pass_of(selection.reader, node);
  if (!found) return;
  selection.search = std::move(found->search);
  selection.pass = std::move(found->pass);
  selection.of_pass = true;
}

}  // namespace

std::string rules_words() {
  std::string words;
  for (const std::string& word : rules::chosen_options()) {
    words += " " + (word.starts_with("--") ? word : cli::shell_word(word));
  }
  return words;
}

NodeRow select_node(Selection& selection, std::string_view path_or_id) {
  NodeRow node = value_of(selection.reader.find(path_or_id, selection.pass));
  // A path was followed in the chosen pass, but an id may belong to any.
  if (!path_or_id.starts_with('/')) follow(selection, node.id);
  return node;
}

void mean_passes_of_both(Selection& a, Selection& b) {
  a.of_pass = b.of_pass = a.of_pass || b.of_pass;
}

}  // namespace plytrace
