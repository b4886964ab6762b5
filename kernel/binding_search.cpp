// The search as a Python class.

#include "binding_tables.hpp"
#include "binding_weights.hpp"
#include "search/searcher.hpp"

#include <string>

namespace damaci {
Terms read_endings(const nb::dict& given) {
    Terms terms;
    for (const auto& [key, value] : given) {
        const auto name = nb::cast<std::string_view>(key);
        if (name == "one_each")
            terms.one_each = read_one_each(nb::cast<std::string_view>(value));
        else if (name == "kings_only_moves")
            terms.kings_only_moves = nb::cast<int>(value);
        else if (name == "repetitions")
            terms.repetitions = nb::cast<int>(value);
        else if (name == "no_progress_moves")
            terms.no_progress_moves = nb::cast<int>(value);
        else
            throw nb::value_error(("'" + std::string(name) + "' is not one of the endings").c_str());
    }
    return terms;
}

namespace {

nb::dict to_python(const Score& score) {
    nb::dict result;
    switch (score.kind) {
        case Score::Kind::centimen:
            result["cp"] = score.number;
            break;
        case Score::Kind::win:
            result["win"] = score.number;
            break;
        case Score::Kind::loss:
            result["loss"] = score.number;
            break;
        case Score::Kind::draw:
            result["draw"] = true;
            break;
    }
    return result;
}

nb::dict to_python(const Line& line) {
    nb::list moves;
    for (const Move& move : line.moves)
        moves.append(to_python(move));
    nb::dict result;
    result["score"] = to_python(line.score);
    result["pv"] = moves;
    return result;
}

nb::dict to_python(const Report& report) {
    nb::list lines;
    for (const Line& line : report.lines)
        lines.append(to_python(line));
    nb::dict result;
    result["depth"] = report.depth;
    result["nodes"] = report.nodes;
    result["seconds"] = report.seconds;
    result["lines"] = lines;
    return result;
}

bool on_main_thread() {
    const nb::module_ threading = nb::module_::import_("threading");
    return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

void raise_ctrl_c() {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

const NamedParameter& find_parameter(std::string_view name) {
    for (const NamedParameter& each : named_parameters) {
        if (each.name == name) return each;
    }
    throw nb::value_error(("'" + std::string(name) + "' is not a parameter of the search").c_str());
}

void expect_in_range(const NamedParameter& parameter, int value) {
    if (value >= parameter.least && value <= parameter.most) return;
    const auto text = std::string(parameter.name) + " is " + std::to_string(value) + "; expected " +
                      std::to_string(parameter.least) + " to " + std::to_string(parameter.most);
    throw nb::value_error(text.c_str());
}

// The parameters, with the given ones replaced by name.
Parameters changed(Parameters parameters, const nb::dict& given) {
    for (const auto& [key, value] : given) {
        const NamedParameter& parameter = find_parameter(nb::cast<std::string_view>(key));
        const int number = nb::cast<int>(value);
        expect_in_range(parameter, number);
        parameters.*parameter.member = number;
    }
    return parameters;
}

nb::dict default_parameters() {
    nb::dict result;
    for (const NamedParameter& each : named_parameters)
        result[nb::str(each.name.data(), each.name.size())] = Parameters{}.*each.member;
    return result;
}

// One search at a time.
class PySearcher {
  public:
    explicit PySearcher(std::int64_t hash_megabytes) : searcher_(table_megabytes(1, hash_megabytes)) {}

    nb::dict search(const RuledPosition& position, int depth, std::uint64_t nodes, double seconds, int lines,
                    int threads, const std::vector<std::uint64_t>& history, int quiet_plies, const nb::dict& endings,
                    bool last_three_kings, int contempt, const PyTables* tables, const nb::object& on_depth) {
        at_least(0, depth, "depth");
        at_least(0.0, seconds, "seconds");
        at_least(1, lines, "lines");
        at_least(1, threads, "threads");
        at_least(0, quiet_plies, "quiet_plies");
        at_least(0, contempt, "contempt");
        Request request{.ruleset = position.ruleset,
                        .position = position.board,
                        .history = history,
                        .quiet_plies = quiet_plies,
                        .terms = read_endings(endings),
                        .limits = {depth, nodes, seconds, lines, threads},
                        .parameters = parameters_,
                        .network = learned_[position.ruleset].get(),
                        .tables = tables == nullptr ? nullptr : &tables->tables(),
                        .on_depth = {},
                        .poll = {}};
        request.terms.last_three_kings = last_three_kings;
        request.terms.set_contempt(position.board.turn, contempt);
        expect_same_rules(request);
        if (on_main_thread()) request.poll = raise_ctrl_c;
        if (!on_depth.is_none()) {
            request.on_depth = [callback = nb::handle(on_depth)](const Report& report) {
                const nb::gil_scoped_acquire gil;
                callback(to_python(report));
            };
        }
        return to_python(run(request));
    }

    void stop() { searcher_.stop(); }

    // Sets the weights, which the lab has fitted (eval/network.hpp).
    void learn(std::string_view ruleset, const nb::bytes& weights) {
        const Turn turn(*this);
        learned_[find_ruleset(ruleset)] = std::make_unique<const Network>(read_weights(weights));
    }

    // Sets the parameters of the search. If one of them is refused, all stay unchanged.
    void tune(const nb::dict& given) {
        const Turn turn(*this);
        parameters_ = changed(parameters_, given);
    }

    void clear() {
        const Turn turn(*this);
        searcher_.clear();
    }

  private:
    static void expect_same_rules(const Request& request) {
        if (request.tables == nullptr) return;
        const bool same = request.tables->ruleset() == request.ruleset &&
                          request.tables->one_each() == request.terms.one_each && !request.terms.last_three_kings;
        if (!same) throw nb::value_error("the endgame tables were made under other rules");
    }

    // Held while the table is in use.
    class Turn {
      public:
        explicit Turn(PySearcher& owner) : busy_(owner.busy_) {
            if (busy_.exchange(true)) throw std::runtime_error("this searcher is already searching");
        }
        ~Turn() { busy_ = false; }

      private:
        std::atomic<bool>& busy_;
    };

    Report run(const Request& request) {
        const Turn turn(*this);
        const nb::gil_scoped_release no_gil;
        return searcher_.search(request);
    }

    Searcher searcher_;
    Parameters parameters_;
    std::array<std::unique_ptr<const Network>, AllRulesets::pointers.size()> learned_;
    std::atomic<bool> busy_ = false;
};

} // namespace

void bind_searcher(nb::module_& m) {
    m.def("search_parameters", &default_parameters);
    nb::class_<PySearcher>(m, "Searcher", nb::is_final())
        .def(nb::init<std::int64_t>(), "hash_megabytes"_a = 64)
        .def("search", &PySearcher::search, "position"_a, nb::kw_only(), "depth"_a = 0, "nodes"_a = 0,
             "seconds"_a = 0.0, "lines"_a = 1, "threads"_a = 1, "history"_a = std::vector<std::uint64_t>(),
             "quiet_plies"_a = 0, "endings"_a = nb::dict(), "last_three_kings"_a = false, "contempt"_a = 0,
             "tables"_a = nb::none(), "on_depth"_a = nb::none())
        .def("learn", &PySearcher::learn, "ruleset"_a, "weights"_a)
        .def("tune", &PySearcher::tune, "parameters"_a)
        .def("stop", &PySearcher::stop)
        .def("clear", &PySearcher::clear);
}

} // namespace damaci
