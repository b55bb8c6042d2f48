// SPDX-License-Identifier: MIT
#include "viewer/analysis/icicle_mix.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "viewer/analysis/move_set.h"
#include "viewer/meaning/depth_gain.h"

namespace plytrace {
namespace {

// In a damaged trace the widths of runs may make more.
constexpr std::int64_t kWidest = std::numeric_limits<std::int64_t>::max() / 4;

// splitmix64 (Steele, Lea, Flood 2014): a number that depends on `seed` alone.
std::uint64_t mixed(std::uint64_t seed) {
  seed += 0x9e3779b97f4a7c15;
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
  return seed ^ (seed >> 31);
}

// How many ids of a cell have each look in one row.
struct Tally {
  std::int64_t ply = 0;
  std::vector<std::size_t> counts;
};

// A part of a run that makes a cell in each row.
struct Part {
  const IcicleRun* run = nullptr;
  std::int64_t from = 0, width = 0;  // ids, counted from the first of the run
};

class Mixer {
 public:
  Mixer(const TraceReader& reader, const MixLimits& limits, Icicle& icicle)
      : reader_(reader), limits_(limits), icicle_(icicle) {
    for (const IcicleBox& box : icicle.boxes) boxes_.emplace(box.node.id, &box);
  }

  void mix() {
    std::vector<Part> parts = parts_of_runs();
    for (const Part& part : parts) left_ += std::min(part.width, kWidest - left_);
    for (const Part& part : parts) {
      take_cell(*part.run, part.from, part.width);
      left_ -= std::min(left_, part.width);
    }
    std::sort(icicle_.cells.begin(), icicle_.cells.end(),
              [](const IcicleCell& one, const IcicleCell& other) {
                return std::pair(one.x, one.row) < std::pair(other.x, other.row);
              });
    icicle_.look_ups += look_ups_;
    for (const IcicleCell& cell : icicle_.cells) {
      icicle_.rows = std::max(icicle_.rows, cell.row + 1);
    }
  }

 private:
  std::int64_t cells_of(const IcicleRun& run) const {
    const double pixels = static_cast<double>(run.width) * limits_.pixels /
                          static_cast<double>(std::max<std::int64_t>(icicle_.nodes, 1));
    return std::clamp<std::int64_t>(std::llround(pixels / limits_.cell), 1,
                                    std::max<std::int64_t>(run.width, 1));
  }

  // The parts of all runs. Wide ones come first, and every fourth of the others, so that cells that
  // are left out when look-ups run out are narrow and lie among others.
  std::vector<Part> parts_of_runs() const {
    std::vector<Part> parts;
    for (const IcicleRun& run : icicle_.runs) {
      const std::int64_t cells = cells_of(run), width = run.width / cells;
      for (std::int64_t i = 0; i < cells; ++i) {
        const std::int64_t from = i * width;
        parts.push_back({&run, from, i + 1 < cells ? width : run.width - from});
      }
    }
    constexpr std::size_t kTurns = 4;
    std::vector<Part> ordered;
    for (std::size_t turn = 0; turn <= kTurns; ++turn) {
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t wanted = is_wide(parts[i].width) ? 0 : 1 + i % kTurns;
        if (wanted == turn) ordered.push_back(parts[i]);
      }
    }
    return ordered;
  }

  bool is_wide(std::int64_t width) const {
    constexpr double kWide = 2;  // pixels
    return static_cast<double>(width) * limits_.pixels >=
           kWide * static_cast<double>(icicle_.nodes);
  }

  // How many ids to choose so that the look-ups last for all cells, by their widths and by the
  // costs until now.
  std::int64_t samples_of(std::int64_t width) const {
    const double cost =
        static_cast<double>(look_ups_ + 8) / static_cast<double>(samples_taken_ + 1);
    const double share = static_cast<double>(limits_.look_ups - look_ups_) *
                         static_cast<double>(width) / static_cast<double>(std::max(left_, width));
    const auto lasting = static_cast<std::int64_t>(share / cost);
    return std::min(
        {static_cast<std::int64_t>(limits_.samples), width, std::max<std::int64_t>(lasting, 1)});
  }

  void take_cell(const IcicleRun& run, std::int64_t from, std::int64_t width) {
    std::map<std::int64_t, Tally> rows;
    const std::int64_t samples = samples_of(width);
    std::size_t taken = 0;
    for (std::int64_t i = 0; i < samples; ++i) {
      // The whole part of width / samples, so that nothing overflows.
      const std::int64_t part = width / samples, begin = run.first + from + i * part;
      const auto shift = static_cast<std::int64_t>(
          mixed(static_cast<std::uint64_t>(begin)) %
          static_cast<std::uint64_t>(i + 1 < samples ? part : width - i * part));
      ++samples_taken_;
      if (!follow(begin + shift)) continue;
      ++taken;
      count(run, rows);
    }
    for (const auto& [row, tally] : rows) add(run, from, width, row, tally, taken);
  }

  void add(const IcicleRun& run, std::int64_t from, std::int64_t width, std::int64_t row,
           const Tally& tally, std::size_t taken) {
    IcicleCell cell;
    cell.first = run.first + from;
    cell.last = cell.first + width - 1;
    cell.x = run.x + from;
    cell.row = row;
    cell.ply = tally.ply;
    for (std::size_t look = 0; look < tally.counts.size(); ++look) {
      if (tally.counts[look] == 0) continue;
      cell.shares.emplace_back(
          look, static_cast<double>(tally.counts[look]) / static_cast<double>(taken));
    }
    icicle_.cells.push_back(std::move(cell));
  }

  void count(const IcicleRun& run, std::map<std::int64_t, Tally>& rows) const {
    for (const IcicleBox& box : path_) {
      if (box.row < run.row) continue;
      if (box.row >= limits_.rows) {
        icicle_.has_deeper = true;
        break;
      }
      Tally& tally = rows.try_emplace(box.row, Tally{box.node.ply, {}}).first->second;
      tally.counts.resize(limits_.looks);
      const std::size_t look = limits_.look_of(box);
      if (look < limits_.looks) ++tally.counts[look];
    }
  }

  bool may_look_up() {
    if (look_ups_ < limits_.look_ups) {
      ++look_ups_;
      return true;
    }
    icicle_.ran_out = true;
    return false;
  }

  const IcicleBox* box_of(std::int64_t id) const {
    const auto found = boxes_.find(id);
    return found == boxes_.end() ? nullptr : found->second;
  }

  // Makes `path_` the way from the first node below a box down to node `id`. Keeps the nodes that
  // lead to the previous id as well. Returns whether it could be read.
  bool follow(std::int64_t id) {
    while (!path_.empty() && path_.back().end < id) path_.pop_back();
    if (!path_.empty() && path_.back().node.id == id) return true;
    std::vector<NodeRow> up;
    for (std::int64_t at = id;;) {
      auto node = may_look_up() ? reader_.node(at) : std::nullopt;
      if (!node) return false;
      up.push_back(std::move(*node));
      const auto& parent = up.back().parent;
      if (!parent) break;
      if (*parent >= at) return false;
      if (!path_.empty() && path_.back().node.id == *parent) break;
      if (box_of(*parent) != nullptr) break;
      at = *parent;
    }
    for (auto node = up.rbegin(); node != up.rend(); ++node) {
      if (!descend(std::move(*node))) return false;
    }
    return true;
  }

  bool descend(NodeRow node) {
    IcicleBox box;
    box.first = node.id;
    if (!node.parent) {
      path_.clear();
      box.expected = NodeClass::kPv;
      box.end = node.last.value_or(reader_.end_of_stream(node.id));
    } else {
      const IcicleBox* parent = box_of(*node.parent);
      if (parent != nullptr) {
        path_.clear();
      } else if (!path_.empty() && path_.back().node.id == *node.parent) {
        parent = &path_.back();
      } else {
        return false;
      }
      box.row = parent->row + 1;
      box.span = parent->span;
      box.end = std::min(node.last.value_or(parent->end), parent->end);
      box.depth_gain = depth_gain(parent->node, node);
      if (limits_.classes) box.expected = expected_of(*parent, node);
    }
    box.node = std::move(node);
    box.last = box.end;
    if (limits_.ranks) box.cut_rank = rank_of(box);
    path_.push_back(std::move(box));
    return true;
  }

  std::optional<NodeClass> expected_of(const IcicleBox& parent, const NodeRow& node) {
    if (!parent.expected) return std::nullopt;
    std::int64_t seen = parent.node.id;
    bool is_first = true;
    while (is_first && seen + 1 < node.id) {
      const auto next = may_look_up() ? reader_.node_after(seen) : std::nullopt;
      if (!next) return std::nullopt;
      if (next->id >= node.id) break;
      if (next->parent == parent.node.id && next->counts()) is_first = false;
      seen = std::max(next->id, next->last.value_or(next->id));
    }
    return expected_class(parent.node, *parent.expected, node, is_first);
  }

  // The number of different moves that a node searched until it was cut.
  std::optional<std::int64_t> rank_of(const IcicleBox& box) {
    if (box.node.kind != format::NodeKind::kInterior || class_of(box.node) != NodeClass::kCut) {
      return std::nullopt;
    }
    MoveSet moves;
    for (std::int64_t seen = box.node.id; seen < box.end;) {
      if (!may_look_up()) return std::nullopt;
      const auto child = reader_.node_after(seen);
      if (!child || child->id > box.end) break;
      if (child->parent == box.node.id) moves.insert(*child);
      seen = std::max(child->id, child->last.value_or(box.end));
    }
    return moves.rank_in(box.node);
  }

  const TraceReader& reader_;
  const MixLimits& limits_;
  Icicle& icicle_;
  std::unordered_map<std::int64_t, const IcicleBox*> boxes_;
  std::vector<IcicleBox> path_;  // from the first node below a box, or from a root
  std::size_t look_ups_ = 0, samples_taken_ = 0;
  std::int64_t left_ = 0;  // the width of the cells that are not yet taken
};

}  // namespace

void mix_runs(const TraceReader& reader, const MixLimits& limits, Icicle& icicle) {
  const TraceReader::Snapshot snapshot(reader);
  Mixer(reader, limits, icicle).mix();
}

}  // namespace plytrace
