// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>

/// The two ways in which room editors computed: 32-bit integers that wrap (up to version 12 and 13 (integer)) and doubles. Every
/// rounding here is part of the format: the tree depends on it (formats.md section 1.9).
namespace blak::roomcore {

template <typename Number>
struct Vertex
{
    Number x{}, y{};
    friend bool operator==(const Vertex&, const Vertex&) = default;
};

/// a x + b y + c > 0 on the plus side.
template <typename Number>
struct Line
{
    Number a{}, b{}, c{};
};

/// Rounded as the C library's cast of x + 1/2 for lengths, which are never negative.
inline std::int32_t roundLength(double length)
{
    return static_cast<std::int32_t>(length + 0.5); // NOLINT(bugprone-incorrect-roundings)
}

class IntegerArithmetic
{
public:
    using Number = std::int32_t;
    static constexpr bool keepsUncutPolygons = false;

    static Number add(Number x, Number y) { return wrap(unsigned_(x) + unsigned_(y)); }
    static Number subtract(Number x, Number y) { return wrap(unsigned_(x) - unsigned_(y)); }
    static Number multiply(Number x, Number y) { return wrap(unsigned_(x) * unsigned_(y)); }

    static Line<Number> lineThrough(Vertex<Number> start, Vertex<Number> end)
    {
        Number dx = subtract(end.x, start.x), dy = subtract(end.y, start.y);
        if (const Number divisor = greatestDivisor(dx, dy); divisor > 1) {
            dx /= divisor;
            dy /= divisor;
        }
        Line<Number> line{subtract(0, dy), dx, 0};
        line.c = subtract(0, add(multiply(line.a, start.x), multiply(line.b, start.y)));
        return line;
    }

    static Number valueAt(const Line<Number>& line, Vertex<Number> point)
    {
        return add(add(multiply(line.a, point.x), multiply(line.b, point.y)), line.c);
    }

    static int wallSide(Number value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }
    static bool isOnLine(Number value) { return value == 0; }

    /// Whether a wall in the plane of a line runs the other way. One opposite coefficient is enough.
    static bool runsAgainst(const Line<Number>& own, const Line<Number>& line)
    {
        return !(own.a == line.a && own.b == line.b) && (own.a == subtract(0, line.a) || own.b == subtract(0, line.b));
    }

    /// Where the line is met between two points with these values.
    static Vertex<Number> intersection(Vertex<Number> p0, Vertex<Number> p1, Number value0, Number value1)
    {
        const Number dx = subtract(p1.x, p0.x), dy = subtract(p1.y, p0.y);
        Number part = magnitude(value0), whole = magnitude(subtract(value0, value1));
        if (const Number divisor = greatestDivisor(part, whole); divisor > 1) {
            part /= divisor;
            whole /= divisor;
        }
        if (whole == 0)
            return p0;
        if (dx % whole == 0 && dy % whole == 0)
            return {add(p0.x, multiply(part, dx / whole)), add(p0.y, multiply(part, dy / whole))};
        while (magnitude(part) > 65536) {
            part /= 2;
            whole /= 2;
        }
        if (whole == 0)
            return p0;
        return {add(p0.x, multiply(part, dx) / whole), add(p0.y, multiply(part, dy) / whole)};
    }

    static Number lengthOf(Vertex<Number> start, Vertex<Number> end)
    {
        return roundLength(std::hypot(subtract(end.x, start.x) / 16, subtract(end.y, start.y) / 16));
    }

    static double stored(Number value) { return value; }

private:
    static std::uint32_t unsigned_(Number x) { return static_cast<std::uint32_t>(x); }
    static Number wrap(std::uint32_t x) { return static_cast<Number>(x); }
    static Number magnitude(Number x) { return x < 0 ? subtract(0, x) : x; }
    static Number greatestDivisor(Number x, Number y) { return wrap(std::gcd(unsigned_(magnitude(x)), unsigned_(magnitude(y)))); }
};

/// For our own trees in integer formats: a polygon that rounding keeps from being cut stays whole.
class SteadyIntegerArithmetic : public IntegerArithmetic
{
public:
    static constexpr bool keepsUncutPolygons = true;
};

class DoubleArithmetic
{
public:
    using Number = double;
    static constexpr bool keepsUncutPolygons = false; ///< a polygon that is cut other than twice is lost

    /// The polygons are cut with another tolerance than the walls are told apart with.
    explicit DoubleArithmetic(bool cutsExactly) : onLineTolerance_(cutsExactly ? 0 : 1e-4) {}

    static Line<Number> lineThrough(Vertex<Number> start, Vertex<Number> end)
    {
        double dx = end.x - start.x, dy = end.y - start.y;
        const double divisor = divisorOf(dx, dy);
        if (std::abs(divisor) > 0.001) {
            dx /= divisor;
            dy /= divisor;
        }
        return {-dy, dx, -(-dy * start.x + dx * start.y)};
    }

    static Number valueAt(const Line<Number>& line, Vertex<Number> point) { return line.a * point.x + line.b * point.y + line.c; }

    static int wallSide(Number value) { return value > 0.001 ? 1 : value < -0.001 ? -1 : 0; }

    bool isOnLine(Number value) const { return std::abs(value) <= onLineTolerance_; }

    /// Whether a wall in the plane of a line runs the other way. One opposite coefficient is enough.
    static bool runsAgainst(const Line<Number>& own, const Line<Number>& line)
    {
        const auto isZero = [](double x) { return std::abs(x) <= 1e-4; };
        return !(isZero(own.a - line.a) && isZero(own.b - line.b)) && (isZero(own.a + line.a) || isZero(own.b + line.b));
    }

    static Vertex<Number> intersection(Vertex<Number> p0, Vertex<Number> p1, Number value0, Number value1)
    {
        const double dx = p1.x - p0.x, dy = p1.y - p0.y;
        const double part = std::abs(value0), whole = std::abs(value0 - value1);
        return {p0.x + part * (dx / whole), p0.y + part * (dy / whole)};
    }

    static Number lengthOf(Vertex<Number> start, Vertex<Number> end)
    {
        return std::hypot((end.x - start.x) / 16, (end.y - start.y) / 16);
    }

    /// Kept exact until the whole room is built: the grids are computed from the tree in memory.
    static double stored(Number value) { return value; }

private:
    /// What the editors take for the greatest common divisor: Euclid's loop with a division where the remainder belongs.
    static double divisorOf(double dx, double dy)
    {
        if (std::abs(dx) < 1)
            return std::abs(dy);
        double p = std::abs(dx), q = std::abs(dy);
        while (q > 1) {
            const double quotient = p / q;
            p = q;
            q = quotient;
        }
        return p;
    }

    double onLineTolerance_;
};

/// For our own trees: lines are normalised, so that values are distances, and one tolerance serves walls and polygons.
class PreciseArithmetic
{
public:
    using Number = double;
    static constexpr bool keepsUncutPolygons = true;
    static constexpr double tolerance = 0.05; ///< client units; the corners of linedefs are 16 apart

    static Line<Number> lineThrough(Vertex<Number> start, Vertex<Number> end)
    {
        const double dx = end.x - start.x, dy = end.y - start.y, length = std::hypot(dx, dy);
        const double a = -dy / length, b = dx / length;
        return {a, b, -(a * start.x + b * start.y)};
    }

    static Number valueAt(const Line<Number>& line, Vertex<Number> point) { return line.a * point.x + line.b * point.y + line.c; }
    static int wallSide(Number value) { return value > tolerance ? 1 : value < -tolerance ? -1 : 0; }
    static bool isOnLine(Number value) { return std::abs(value) <= tolerance; }
    static bool runsAgainst(const Line<Number>& own, const Line<Number>& line) { return own.a * line.a + own.b * line.b < 0; }

    static Vertex<Number> intersection(Vertex<Number> p0, Vertex<Number> p1, Number value0, Number value1)
    {
        const double part = value0 / (value0 - value1);
        return {p0.x + part * (p1.x - p0.x), p0.y + part * (p1.y - p0.y)};
    }

    static Number lengthOf(Vertex<Number> start, Vertex<Number> end) { return DoubleArithmetic::lengthOf(start, end); }
    static double stored(Number value) { return value; }
};

} // namespace blak::roomcore
