// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/sinc_kernel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::audio {
namespace {

constexpr int halfWidth = 16;       ///< input frames at each side when the rate rises
constexpr double passband = 0.9;    ///< middle of the transition, of half the lower rate
constexpr double kaiserBeta = 7.0;  ///< about 70 dB
constexpr double steepestStep = 12; ///< beyond, the filter grows no longer

double bessel0(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; k < 32; ++k) {
        term *= (x / (2 * k)) * (x / (2 * k));
        sum += term;
    }
    return sum;
}

} // namespace

SincKernel::SincKernel(double step)
{
    const double slowdown = std::clamp(step, 1.0, steepestStep);
    const int half = static_cast<int>(std::ceil(halfWidth * slowdown));
    const double cutoff = passband / slowdown;
    taps_ = 2 * half;
    rows_.resize(static_cast<std::size_t>(phases + 1) * static_cast<std::size_t>(taps_));
    const double norm = bessel0(kaiserBeta);
    for (int phase = 0; phase <= phases; ++phase) {
        float* row = rows_.data() + static_cast<std::size_t>(phase) * static_cast<std::size_t>(taps_);
        const double fraction = static_cast<double>(phase) / phases;
        double sum = 0;
        std::vector<double> weights;
        for (int tap = 0; tap < taps_; ++tap) {
            const double distance = tap - half + 1 - fraction;
            const double inWindow = distance / half;
            const double window = std::abs(inWindow) >= 1 ? 0 : bessel0(kaiserBeta * std::sqrt(1 - inWindow * inWindow)) / norm;
            const double angle = std::numbers::pi * distance * cutoff;
            const double sinc = std::abs(angle) < 1e-9 ? 1 : std::sin(angle) / angle;
            weights.push_back(sinc * window);
            sum += weights.back();
        }
        // A constant stays exactly what it is at every phase.
        std::transform(weights.begin(), weights.end(), row, [sum](double weight) { return static_cast<float>(weight / sum); });
    }
}

} // namespace blak::audio
