// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/picture_output.h"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/draw/theme.h"
#include "viewer/format/characters.h"

namespace plytrace::cli {

Result<draw::PictureFormat> picture_format(const std::string& command, const std::string& output,
                                           const std::string& to) {
  std::string ending;
  if (output != "-") {
    ending = std::filesystem::path(output).extension().string();
    if (!ending.empty()) ending.erase(0, 1);
  }
  const std::string name = to.empty() ? ending : to;
  const auto* const by_ending = draw::find_picture_format(ending);
  if (by_ending != nullptr && by_ending != draw::find_picture_format(name)) {
    return Status::usage(command + ": '" + output + "' ends in ." + ending + ", and --to says " +
                         to + "; omit --to, or give the name another ending");
  }
  if (const auto* const found = draw::find_picture_format(name)) return *found;
  return Status::usage(command + ": '" + output + "' does not say which format; give --to " +
                       draw::picture_format_list("or") + ", or an output with that extension");
}

Status check_dots(const std::string& command, std::optional<int> dots,
                  const draw::PictureFormat& format) {
  if (!dots || format.name == "png") return Status::ok();
  return Status::usage(command + ": --dpi is for png, and this is " + std::string(format.name) +
                       "; omit --dpi");
}

std::vector<Option*> add_picture_looks(Command* command, PictureLooks looks) {
  std::vector<Option*> options;
  const auto add = [&](const char* name, auto& value, const std::string& help) {
    options.push_back(command->add_option(name, value, help));
    return options.back();
  };
  add("--theme", looks.theme, text::list(draw::theme_names()) + " (default {})")
      ->check(one_of(draw::theme_names()))
      ->type_name("THEME");
  add("--direction", looks.direction,
      "TB or LR (default TB; with --width, LR if the tree is only legible that way)")
      ->check(one_of({"TB", "LR"}))
      ->type_name("DIR");
  add("--width", looks.width, "Fit text and nodes to 85mm, 160mm, another width, slide or A4")
      ->type_name("WIDTH");
  add("--caption", looks.caption,
      "none, short or full (default full; the file's metadata always has it)")
      ->check(one_of({"none", "short", "full"}))
      ->type_name("HOW");
  add("--title", looks.title, "A line above the caption")->type_name("TEXT");
  add("--dpi", looks.dots,
      "Dots per inch of a PNG (default " + std::to_string(draw::Output().dots) + ")")
      ->check(whole_number(36, 2400))
      ->type_name("N");
  options.push_back(command->add_flag("--legend", looks.legend, "Explain shapes and marks"));
  return options;
}

Result<draw::Paper> paper_of(const std::string& command, const std::string& width) {
  if (width.empty()) return draw::usual_paper();
  if (auto paper = draw::find_paper(width)) return std::move(*paper);
  return Status::usage(command + ": --width: '" + width +
                       "'; give 85mm, 160mm or another width from 20mm to 2000mm, slide or A4");
}

}  // namespace plytrace::cli
