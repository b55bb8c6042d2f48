// SPDX-License-Identifier: MIT
#include "tests/json_schema.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using nlohmann::json;
using Problems = std::vector<std::string>;
using NameSet = std::set<std::string>;

// A schema of schemas/outputs, by file name; each is read once.
const json& schema_file(const std::string& name) {
  static std::map<std::string, json> read;
  const auto [at, is_new] = read.try_emplace(name);
  if (is_new) at->second = parse_json(read_file(source_path("schemas/outputs/" + name)));
  return at->second;
}

class Validator {
 public:
  explicit Validator(const json& root) : root_(root) {}

  // `also`: keys that the referring schema describes beside its reference.
  Problems check(const json& schema, const json& value, const std::string& place,
                 const NameSet& also = {}) const {
    Problems problems;
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) problems.push_back(place + ": not allowed");
      return problems;
    }
    for (const auto& [keyword, content] : schema.items()) {
      for (std::string& problem : check_keyword(schema, keyword, content, value, place, also)) {
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
                         const json& value, const std::string& place, const NameSet& also) const {
    // Reports every keyword and every key that the schema does not describe, itself or by
    // reference.
    static const std::set<std::string> kRemarks{"$schema", "title", "description", "$defs",
                                                "unevaluatedProperties"};
    if (kRemarks.count(keyword) > 0) return {};
    if (keyword == "$ref") {
      const Referred at = referred(content);
      NameSet described = own_names_of(schema);
      described.insert(also.begin(), also.end());
      return Validator(at.root).check(at.schema, value, place, described);
    }
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
    if (keyword == "anyOf" || keyword == "oneOf") return check_any(content, value, place, also);
    if (keyword == "items") return check_items(content, value, place);
    if (keyword == "required") return check_required(content, value, place);
    if (keyword == "properties") return check_properties(schema, content, value, place, also);
    if (keyword == "additionalProperties") return check_additional(schema, content, value, place);
    if (keyword == "propertyNames") return check_names(content, value, place);
    return {place + ": the keyword " + keyword + " is not known to this test"};
  }

  struct Referred {
    const json& root;
    const json& schema;
  };

  // Resolves "#/$defs/x" of this file, "NAME.schema.json#/$defs/x" of another, or another file.
  Referred referred(const json& reference) const {
    const std::string text = reference;
    const std::size_t hash = std::min(text.find('#'), text.size());
    const json& root = hash == 0 ? root_ : schema_file(text.substr(0, hash));
    return {root, root.at(json::json_pointer(text.substr(std::min(hash + 1, text.size()))))};
  }

  static NameSet own_names_of(const json& schema) {
    NameSet names;
    if (schema.contains("properties")) {
      for (const auto& [name, item] : schema.at("properties").items()) names.insert(name);
    }
    return names;
  }

  // The keys that a schema describes, including those of schemas it refers to or chooses from.
  NameSet names_of(const json& schema) const {
    NameSet names = own_names_of(schema);
    if (schema.contains("$ref")) {
      const Referred at = referred(schema.at("$ref"));
      names.merge(Validator(at.root).names_of(at.schema));
    }
    if (schema.contains("oneOf")) {
      for (const json& choice : schema.at("oneOf")) names.merge(names_of(choice));
    }
    return names;
  }

  static Problems check_type(const json& types, const json& value, const std::string& place) {
    bool fits = false;
    for (const json& type : types.is_array() ? types : json::array({types})) {
      fits = fits || has_type(value, type);
    }
    return fits ? Problems{}
                : Problems{place + ": " + value.dump().substr(0, 60) + " is no " + types.dump()};
  }

  Problems check_any(const json& choices, const json& value, const std::string& place,
                     const NameSet& also) const {
    Problems all;
    for (const json& choice : choices) {
      Problems problems = check(choice, value, place, also);
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
                            const std::string& place, const NameSet& also) const {
    Problems all;
    if (!value.is_object()) return all;
    const NameSet described = names_of(schema);
    for (const auto& [name, item] : value.items()) {
      const std::string inside = place + "/" + name;
      if (!properties.contains(name)) {
        if (!schema.contains("additionalProperties") && described.count(name) == 0 &&
            also.count(name) == 0) {
          all.push_back(inside + ": not described");
        }
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
  const json& schema = schema_file(name + ".schema.json");
  std::string text;
  for (const std::string& problem : schema_problems(schema, parse_json(output))) {
    text += problem + "\n";
  }
  return text;
}

}  // namespace plytrace::test
