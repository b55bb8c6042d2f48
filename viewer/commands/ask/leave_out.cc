// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/leave_out.h"

#include <algorithm>
#include <utility>

#include "viewer/cli/terminal_text.h"

namespace plytrace {
namespace {

struct Removal {
  std::string words;
  std::function<void(TreePictureOptions&)> remove;
};

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& word : list) text += (text.empty() ? "" : ",") + word;
  return text;
}

template <class Number>
std::string number(std::optional<Number> value) {
  return value ? std::to_string(*value) : "";
}

using Texts = std::vector<std::string> TreePictureOptions::*;

class Removals {
 public:
  explicit Removals(const TreePictureOptions& options) : options_(options) {}

  // What one would rather keep comes first.
  std::vector<Removal> list() {
    add_each("--highlight", &TreePictureOptions::highlighted);
    add_each("--note", &TreePictureOptions::notes);
    add_each("--unfold", &TreePictureOptions::unfolded);
    add("--only", options_.only, &TreePictureOptions::only);
    add("--blank", joined(options_.blank), &TreePictureOptions::blank);
    add("--pruned", options_.pruned, &TreePictureOptions::pruned);
    add("--labels", joined(options_.labels), &TreePictureOptions::labels);
    add("--direction", options_.direction, &TreePictureOptions::direction);
    add("--depth", number(options_.depth), &TreePictureOptions::depth);
    add("--max-nodes", number(options_.max_nodes), &TreePictureOptions::max_nodes);
    add("--title", options_.title, &TreePictureOptions::title);
    add("--caption", options_.caption, &TreePictureOptions::caption);
    if (options_.legend) {
      removals_.push_back({"--legend", [](TreePictureOptions& from) { from.legend = false; }});
    }
    return std::move(removals_);
  }

 private:
  void add_each(const std::string& name, Texts member) {
    for (const std::string& text : options_.*member) {
      removals_.push_back({name + " " + cli::shell_word(text), [=](TreePictureOptions& from) {
                             std::vector<std::string>& texts = from.*member;
                             texts.erase(std::find(texts.begin(), texts.end(), text));
                           }});
    }
  }
  template <class Value>
  void add(const std::string& name, const std::string& text, Value TreePictureOptions::*member) {
    if (text.empty()) return;
    removals_.push_back({name + " " + cli::shell_word(text),
                         [=](TreePictureOptions& from) { from.*member = Value(); }});
  }

  const TreePictureOptions& options_;
  std::vector<Removal> removals_;
};

TreePictureOptions without(TreePictureOptions options, const std::vector<Removal>& removals) {
  for (const Removal& removal : removals) removal.remove(options);
  return options;
}

}  // namespace

std::vector<std::string> options_to_leave_out(const TreePictureOptions& options,
                                              const IsLegible& is_legible) {
  std::vector<Removal> left_out = Removals(options).list();
  if (left_out.empty() || !is_legible(without(options, left_out))) return {};
  std::size_t tries = 1;
  for (std::size_t i = 0; i < left_out.size() && tries < kMostTries; ++tries) {
    std::vector<Removal> fewer = left_out;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_legible(without(options, fewer))) {
      left_out = std::move(fewer);
    } else {
      ++i;
    }
  }
  std::vector<std::string> words;
  for (Removal& removal : left_out) words.push_back(std::move(removal.words));
  return words;
}

}  // namespace plytrace
