// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/audio/decode.h"
#include "client/audio/mixer.h"
#include "client/audio/peaks.h"
#include "tests/audio/sound_samples.h"

#include <benchmark/benchmark.h>

// Audio must be ready in time: what it costs to make one second of output, and what is gained over the simplest way.
namespace {

using namespace blak;
using namespace blak::audio;

/// One second of output (so 10 ms are 1 % of a core) from `range(0)` voices at `range(1)` Hz.
void renderSecond(benchmark::State& state)
{
    Mixer mixer({.rate = 48000});
    const auto clip = test::sineClip(440, static_cast<int>(state.range(1)), 3, 0.05f, 2);
    for (int i = 0; i < state.range(0); ++i)
        mixer.play(clip, {.loops = true});
    std::vector<float> block(2 * 512);
    for (auto _ : state)
        for (int frames = 0; frames < 48000; frames += 512)
            mixer.render(block);
}
BENCHMARK(renderSecond)
    ->Args({1, 48000})
    ->Args({1, 44100})
    ->Args({1, 22050})
    ->Args({1, 96000})
    ->Args({32, 48000})
    ->Args({32, 22050})
    ->Unit(benchmark::kMillisecond);

/// Error of a 5 kHz sine at 22 050 Hz played at 48 kHz, in dB below the signal.
template <typename Interpolate>
double errorOf(const Clip& clip, double hertz, Interpolate&& interpolate)
{
    const double step = static_cast<double>(clip.rate) / 48000;
    double error = 0, signal = 0;
    for (int i = 200; i < 9000; ++i) {
        const double at = i * step;
        const double expected = 0.5 * std::sin(2 * std::numbers::pi * hertz * at / clip.rate);
        const double got = interpolate(static_cast<std::size_t>(at), at - std::floor(at));
        error += (got - expected) * (got - expected);
        signal += expected * expected;
    }
    return 10 * std::log10(error / signal);
}

/// The cubic that the sinc was chosen over: four frames, no filter.
void cubic(benchmark::State& state)
{
    const auto clip = test::sineClip(5000, 22050, 1);
    const auto at = [&](std::size_t i, double f) {
        const float* s = clip->samples.data() + i;
        const double a = static_cast<double>(s[-1]), b = static_cast<double>(s[0]), c = static_cast<double>(s[1]),
                     d = static_cast<double>(s[2]);
        return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
    };
    for (auto _ : state)
        benchmark::DoNotOptimize(errorOf(*clip, 5000, at));
    state.counters["error_dB"] = errorOf(*clip, 5000, at);
}
BENCHMARK(cubic)->Unit(benchmark::kMicrosecond);

void windowedSinc(benchmark::State& state)
{
    const auto clip = test::sineClip(5000, 22050, 1);
    const SincKernel kernel(22050.0 / 48000);
    const auto at = [&](std::size_t i, double f) {
        const double scaled = f * SincKernel::phases;
        const int phase = static_cast<int>(scaled);
        const auto between = static_cast<float>(scaled - phase);
        const float* first = kernel.row(phase);
        const float* second = kernel.row(phase + 1);
        const float* s = clip->samples.data() + i - static_cast<std::size_t>(kernel.taps() / 2) + 1;
        float sum = 0;
        for (int tap = 0; tap < kernel.taps(); ++tap)
            sum += s[tap] * (first[tap] + (second[tap] - first[tap]) * between);
        return static_cast<double>(sum);
    };
    for (auto _ : state)
        benchmark::DoNotOptimize(errorOf(*clip, 5000, at));
    state.counters["error_dB"] = errorOf(*clip, 5000, at);
}
BENCHMARK(windowedSinc)->Unit(benchmark::kMicrosecond);

void buildPeaksOfAMinute(benchmark::State& state)
{
    const auto clip = test::sineClip(440, 44100, 60, 0.5f, 2);
    const std::atomic<bool> cancelled{false};
    for (auto _ : state)
        benchmark::DoNotOptimize(Peaks::build(clip, cancelled));
}
BENCHMARK(buildPeaksOfAMinute)->Unit(benchmark::kMillisecond);

void decodeTenSeconds(benchmark::State& state)
{
    const auto clip = test::sineClip(440, 44100, 10, 0.5f, 2);
    const auto file = state.range(0) == 0 ? test::wavFile(*clip) : test::oggFile(*clip);
    for (auto _ : state)
        benchmark::DoNotOptimize(decode(file, "bench"));
    state.SetLabel(state.range(0) == 0 ? "WAV" : "Ogg Vorbis");
}
BENCHMARK(decodeTenSeconds)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

} // namespace
