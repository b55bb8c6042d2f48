// SPDX-License-Identifier: MIT
#include "tests/json_schema.h"

#include <algorithm>
#include <set>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using nlohmann::json;
using Problems = std::vector<std::string>;

class Validator {
 public:
  explicit Validator(const json& root) : root_(root) {}

  Problems check(const json& schema, const json& value, const std::string& place) const {
    Problems problems;
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) problems.push_back(place + ": not allowed");
      return problems;
    }
    for (const auto& [keyword, content] : schema.items()) {
      for (std::string& problem : check_keyword(schema, keyword, content, value, place)) {
        problems.push_back(std::move(problem));
      }
    }
    return problems;
  }

 private:
  static bool has_type(const json& value, const std::string& type) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }

  Problems check_keyword(const json& schema, const std::string& keyword, const json& content,
                         const json& value, const std::string& place) const {
    static const std::set<std::string> kRemarks{"$schema", "title", "description", "$defs"};
    if (kRemarks.count(keyword) > 0) return {};
    if (keyword == "$ref") return check(referred(content), value, place);
    if (keyword == "type") return check_type(content, value, place);
    if (keyword == "enum") {
      const bool found = std::find(content.begin(), content.end(), value) != content.end();
      return found ? Problems{} : Problems{place + ": " + value.dump() + " is none of the words"};
    }
    if (keyword == "const") {
      return value == content ? Problems{} : Problems{place + ": not " + content.dump()};
    }
    if (keyword == "minimum") {
      const bool fits = !value.is_number() || value.get<double>() >= content.get<double>();
      return fits ? Problems{} : Problems{place + ": below " + content.dump()};
    }
    if (keyword == "minItems" || keyword == "maxItems") {
      if (!value.is_array()) return {};
      const auto count = content.get<std::size_t>();
      const bool fits = keyword == "minItems" ? value.size() >= count : value.size() <= count;
      return fits ? Problems{} : Problems{place + ": " + keyword + " " + content.dump()};
    }
    if (keyword == "anyOf" || keyword == "oneOf") return check_any(content, value, place);
    if (keyword == "items") return check_items(content, value, place);
    if (keyword == "required") return check_required(content, value, place);
    if (keyword == "properties") return check_properties(schema, content, value, place);
    if (keyword == "additionalProperties") return check_additional(schema, content, value, place);
    if (keyword == "propertyNames") return check_names(content, value, place);
    return {place + ": the keyword " + keyword + " is not known to this test"};
  }

  const json& referred(const json& reference) const {
    return root_.at(json::json_pointer(reference.get<std::string>().substr(1)));
  }

  static Problems check_type(const json& types, const json& value, const std::string& place) {
    bool fits = false;
    for (const json& type : types.is_array() ? types : json::array({types})) {
      fits = fits || has_type(value, type);
    }
    return fits ? Problems{}
                : Problems{place + ": " + value.dump().substr(0, 60) + " is no " + types.dump()};
  }

  Problems check_any(const json& choices, const json& value, const std::string& place) const {
    Problems all;
    for (const json& choice : choices) {
      Problems problems = check(choice, value, place);
      if (problems.empty()) return {};
      all.insert(all.end(), problems.begin(), problems.end());
    }
    return all;
  }

  Problems check_items(const json& items, const json& value, const std::string& place) const {
    Problems all;
    if (!value.is_array()) return all;
    for (std::size_t i = 0; i < value.size(); ++i) {
      Problems problems = check(items, value[i], place + "/" + std::to_string(i));
      all.insert(all.end(), problems.begin(), problems.end());
    }
    return all;
  }

  static Problems check_required(const json& names, const json& value, const std::string& place) {
    Problems all;
    for (const json& name : names) {
      if (value.is_object() && !value.contains(name.get<std::string>())) {
        all.push_back(place + ": lacks " + name.dump());
      }
    }
    return all;
  }

  Problems check_properties(const json& schema, const json& properties, const json& value,
                            const std::string& place) const {
    Problems all;
    if (!value.is_object()) return all;
    for (const auto& [name, item] : value.items()) {
      const std::string inside = place + "/" + name;
      if (!properties.contains(name)) {
        if (!schema.contains("additionalProperties")) all.push_back(inside + ": not described");
        continue;
      }
      Problems problems = check(properties.at(name), item, inside);
      all.insert(all.end(), problems.begin(), problems.end());
    }
    return all;
  }

  Problems check_additional(const json& schema, const json& content, const json& value,
                            const std::string& place) const {
    Problems all;
    if (!value.is_object()) return all;
    for (const auto& [name, item] : value.items()) {
      if (schema.contains("properties") && schema.at("properties").contains(name)) continue;
      Problems problems = check(content, item, place + "/" + name);
      all.insert(all.end(), problems.begin(), problems.end());
    }
    return all;
  }

  Problems check_names(const json& content, const json& value, const std::string& place) const {
    Problems all;
    if (!value.is_object()) return all;
    for (const auto& [name, item] : value.items()) {
      Problems problems = check(content, name, place + "/" + name);
      all.insert(all.end(), problems.begin(), problems.end());
    }
    return all;
  }

  const json& root_;
};

}  // namespace

std::vector<std::string> schema_problems(const json& schema, const json& value) {
  return Validator(schema).check(schema, value, "");
}

std::string output_problems(const std::string& name, const std::string& output) {
  const json schema =
      parse_json(read_file(source_path("schemas/outputs/" + name + ".schema.json")));
  std::string text;
  for (const std::string& problem : schema_problems(schema, parse_json(output))) {
    text += problem + "\n";
  }
  return text;
}

}  // namespace plytrace::test
