// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/picture_file.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QTest>

#include <random>

using namespace blak;
using namespace blak::bgfcore;

namespace {

std::span<const std::byte> bytesOf(const QByteArray& array)
{
    return std::as_bytes(std::span(array.constData(), static_cast<std::size_t>(array.size())));
}

/// What Qt makes of the same bytes.
std::vector<QImage> seenByQt(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer);
    reader.setDecideFormatFromContent(true);
    std::vector<QImage> images;
    while (images.empty() || reader.canRead()) {
        const QImage one = reader.read();
        if (one.isNull())
            break;
        images.push_back(one.convertToFormat(QImage::Format_ARGB32));
    }
    return images;
}

void put16(QByteArray& out, int value)
{
    out.append(char(value & 255)).append(char(value >> 8 & 255));
}

/// Indices as GIF packs them. A code for each run that the table knows already, with its growth, clears and stuffing.
QByteArray packed(const QByteArray& indices, int bits)
{
    QByteArray data;
    int filled = 0;
    quint32 held = 0;
    const auto put = [&](int code, int width) {
        held |= quint32(code) << filled;
        for (filled += width; filled >= 8; filled -= 8, held >>= 8)
            data.append(char(held & 255));
    };
    const int clear = 1 << bits;
    QHash<QByteArray, int> table;
    int next = 0, width = 0;
    const auto reset = [&] {
        table.clear();
        for (int i = 0; i < clear; ++i)
            table.insert(QByteArray(1, char(i)), i);
        next = clear + 2;
        width = bits + 1;
    };
    reset();
    put(clear, width);
    QByteArray run;
    for (const char one : indices) {
        if (table.contains(run + one)) {
            run += one;
            continue;
        }
        put(table.value(run), width);
        table.insert(run + one, next++);
        if (next > 1 << width)
            ++width;
        if (next > 4095) {
            put(clear, width > 12 ? 12 : width);
            reset();
        }
        run = QByteArray(1, one);
    }
    put(table.value(run), width);
    put(clear + 1, width);
    if (filled > 0)
        data.append(char(held & 255));
    QByteArray blocks(1, char(bits));
    for (qsizetype at = 0; at < data.size(); at += 255)
        blocks.append(char(std::min<qsizetype>(255, data.size() - at))).append(data.mid(at, 255));
    return blocks.append('\0');
}

struct GifImage
{
    QRect place;
    int disposal = 1;
    int transparent = -1;
    bool interlaced = false, ownTable = false;
};

QByteArray gifOf(QSize size, int bits, const QVector<GifImage>& images, unsigned seed)
{
    std::mt19937 random(seed);
    const auto number = [&](int most) { return int(random() % unsigned(most)); };
    QByteArray out("GIF89a");
    put16(out, size.width());
    put16(out, size.height());
    out.append(char(0x80 | (bits - 1))).append("\0\0", 2);
    const auto table = [&] {
        for (int i = 0; i < 3 << bits; ++i)
            out.append(char(number(256)));
    };
    table();
    for (const GifImage& image : images) {
        out.append("\x21\xF9\x04", 3).append(char(image.disposal << 2 | (image.transparent >= 0))).append("\x05\0", 2);
        out.append(char(std::max(0, image.transparent))).append('\0').append('\x2C');
        for (const int one : {image.place.x(), image.place.y(), image.place.width(), image.place.height()})
            put16(out, one);
        out.append(char((image.ownTable ? 0x80 | (bits - 1) : 0) | (image.interlaced ? 0x40 : 0)));
        if (image.ownTable)
            table();
        QByteArray indices;
        while (indices.size() < image.place.width() * image.place.height())
            indices.append(1 + number(40), char(number(1 << bits))); // runs, as pictures have
        out.append(packed(indices.left(image.place.width() * image.place.height()), std::max(2, bits)));
    }
    return out.append('\x3B');
}

/// Compares these bits of all pixels; what is wholly transparent has no colour.
void agrees(const std::vector<ColourPicture>& ours, const std::vector<QImage>& theirs, QRgb bits = 0xFFFFFFFF)
{
    QCOMPARE(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        QCOMPARE(QSize(ours[i].width, ours[i].height), theirs[i].size());
        for (int y = 0; y < ours[i].height; ++y)
            for (int x = 0; x < ours[i].width; ++x) {
                const QRgb one = ours[i].pixels[std::size_t(y) * std::size_t(ours[i].width) + std::size_t(x)];
                const QRgb other = theirs[i].pixel(x, y);
                const bool equal = qAlpha(one) == qAlpha(other) && (qAlpha(one) == 0 || ((one ^ other) & bits) == 0);
                QVERIFY2(equal, qPrintable(QStringLiteral("image %1 at %2, %3: %4, Qt %5").arg(i).arg(x).arg(y).arg(one, 8, 16).arg(other, 8, 16)));
            }
    }
}

QByteArray bmpOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    image.save(&buffer, "BMP");
    return bytes;
}

} // namespace

/// What programs without Qt make of pictures, beside what Qt makes of them.
class TestPictureFile : public QObject
{
    Q_OBJECT

private slots:
    void animationsAreAsQtShowsThem_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("count");
        for (const int bits : {1, 2, 4, 8})
            for (const int count : {1, 4})
                QTest::addRow("%d bits, %d images", bits, count) << QSize(61, 47) << bits << count;
        QTest::newRow("long enough for all codes") << QSize(300, 200) << 8 << 2;
    }

    void animationsAreAsQtShowsThem()
    {
        QFETCH(QSize, size);
        QFETCH(int, bits);
        QFETCH(int, count);
        for (unsigned seed = 0; seed < 8; ++seed) {
            QVector<GifImage> images{{QRect(QPoint(), size)}};
            for (int i = 1; i < count; ++i) // parts of the canvas, with holes
                images.append({QRect(3 + i, 2 * i, 20 + i, 30 - i), i % 2 == 0 ? 1 : 3, i % (1 << bits), i % 2 == 1, i == 3});
            images[0].interlaced = seed % 2 == 1;
            const QByteArray bytes = gifOf(size, bits, images, seed);
            const auto ours = readPictureColours(bytesOf(bytes), "a.gif");
            QVERIFY2(ours, ours ? "" : ours.error().text().c_str());
            agrees(ours.value(), seenByQt(bytes));
        }
    }

    /// As browsers do; Qt makes it white.
    void whatIsDisposedToTheBackgroundIsTransparent()
    {
        const QByteArray bytes = gifOf({8, 8}, 2, {{QRect(0, 0, 8, 8), 2}, {QRect(6, 6, 2, 2)}}, 3);
        const auto read = readPictureColours(bytesOf(bytes), "a.gif");
        QVERIFY(read);
        QCOMPARE(read.value().size(), std::size_t{2});
        QCOMPARE(read.value()[0].pixels[0] >> 24, 255u);
        QCOMPARE(read.value()[1].pixels[0], 0u);
        QCOMPARE(read.value()[1].pixels[63] >> 24, 255u);
    }

    void bitmapsAreAsQtShowsThem_data()
    {
        QTest::addColumn<int>("format");
        QTest::newRow("1 bit") << int(QImage::Format_Mono);
        QTest::newRow("8 bits") << int(QImage::Format_Indexed8);
        QTest::newRow("24 bits") << int(QImage::Format_RGB32);
    }

    void bitmapsAreAsQtShowsThem()
    {
        QFETCH(int, format);
        for (const int width : {1, 7, 8, 33}) {
            QImage image(width, 9, QImage::Format_RGB32);
            for (int y = 0; y < 9; ++y)
                for (int x = 0; x < width; ++x)
                    image.setPixel(x, y, qRgb(x * 40 & 255, y * 90 & 255, (x ^ y) * 30 & 255));
            const QByteArray bytes = bmpOf(image.convertToFormat(QImage::Format(format)));
            const auto ours = readPictureColours(bytesOf(bytes), "a.bmp");
            QVERIFY2(ours, ours ? "" : ours.error().text().c_str());
            agrees(ours.value(), seenByQt(bytes));
        }
    }

    /// Depths and headers that Qt does not write, but reads.
    void otherBitmapsAreAsQtShowsThem_data()
    {
        QTest::addColumn<int>("header");
        QTest::addColumn<int>("depth");
        QTest::addColumn<int>("compression");
        QTest::addColumn<int>("height");
        QTest::newRow("4 bits") << 40 << 4 << 0 << 5;
        QTest::newRow("16 bits") << 40 << 16 << 0 << 5;
        QTest::newRow("16 bits, masks") << 40 << 16 << 3 << 5;
        QTest::newRow("24 bits from the top") << 40 << 24 << 0 << -5;
        QTest::newRow("32 bits, alpha") << 108 << 32 << 3 << 5;
        QTest::newRow("OS/2") << 12 << 8 << 0 << 5;
    }

    void otherBitmapsAreAsQtShowsThem()
    {
        QFETCH(int, header);
        QFETCH(int, depth);
        QFETCH(int, compression);
        QFETCH(int, height);
        constexpr int width = 11;
        std::mt19937 random(7);
        QByteArray head, rest;
        const auto put32 = [](QByteArray& out, quint32 value) { put16(out, int(value & 0xFFFF)), put16(out, int(value >> 16)); };
        put32(head, quint32(header));
        if (header == 12)
            put16(head, width), put16(head, height);
        else
            put32(head, width), put32(head, quint32(height));
        put16(head, 1);
        put16(head, depth);
        if (header != 12) {
            put32(head, quint32(compression));
            for (int i = 0; i < 5; ++i)
                put32(head, 0);
            if (compression == 3) {
                const bool wide = depth == 32;
                for (const quint32 mask : {wide ? 0xFF0000u : 0xF800u, wide ? 0xFF00u : 0x07E0u, wide ? 0xFFu : 0x1Fu})
                    put32(head, mask);
                if (header >= 56)
                    put32(head, 0xFF000000u);
            }
            while (head.size() < header)
                head.append('\0');
        }
        if (depth <= 8)
            for (int i = 0; i < (header == 12 ? 3 : 4) << depth; ++i)
                rest.append(header != 12 && i % 4 == 3 ? '\0' : char(random() & 255));
        QByteArray bytes("BM");
        const int stride = (width * depth + 31) / 32 * 4;
        put32(bytes, quint32(14 + head.size() + rest.size() + stride * std::abs(height)));
        put32(bytes, 0);
        put32(bytes, quint32(14 + head.size() + rest.size()));
        bytes += head + rest;
        for (int i = 0; i < stride * std::abs(height); ++i)
            bytes.append(char(random() & 255));
        const auto ours = readPictureColours(bytesOf(bytes), "a.bmp");
        QVERIFY2(ours, ours ? "" : ours.error().text().c_str());
        agrees(ours.value(), seenByQt(bytes), depth == 16 ? 0xFFF8F8F8 : 0xFFFFFFFF); // Qt leaves the lowest bits 0
    }

    void everyTruncationIsRefused()
    {
        QImage image(20, 12, QImage::Format_RGB32);
        image.fill(Qt::red);
        const QByteArray gif = gifOf({30, 20}, 4, {{QRect(0, 0, 30, 20)}}, 1), bmp = bmpOf(image);
        for (const QByteArray& whole : {gif, bmp})
            for (qsizetype size = 0; size + 1 < whole.size(); ++size) { // without its last byte a GIF still has all pixels
                const auto read = readPictureColours(bytesOf(whole.left(size)), "cut");
                if (read && whole == gif)
                    agrees(read.value(), seenByQt(whole)); // what ends a chain of blocks may be missing
                else
                    QVERIFY2(!read, qPrintable(QString::number(size)));
            }
    }

    void refusalsSayWhereAndWhat()
    {
        const auto refusal = [](QByteArray bytes) {
            const auto read = readPictureColours(bytesOf(bytes), "x");
            return read ? QString() : QString::fromStdString(read.error().text());
        };
        QImage image(4, 4, QImage::Format_RGB32);
        image.fill(Qt::red);
        QByteArray bmp = bmpOf(image);
        bmp[30] = 1; // packed runs
        QVERIFY2(refusal(bmp).contains(QStringLiteral("expected none, found method 1")), qPrintable(refusal(bmp)));
        bmp = bmpOf(image);
        bmp[28] = 5;
        QVERIFY2(refusal(bmp).contains(QStringLiteral("x, bits a pixel (offset 28)")), qPrintable(refusal(bmp)));
        QByteArray gif("GIF89a");
        put16(gif, 65535);
        put16(gif, 65535);
        gif.append("\0\0\0", 3);
        QVERIFY2(refusal(gif).contains(QStringLiteral("65535 x 65535")), qPrintable(refusal(gif)));
        QVERIFY(refusal("nothing at all").contains(QStringLiteral("cannot be read as PNG")));
    }
};

QTEST_APPLESS_MAIN(TestPictureFile)
#include "tst_picture_file.moc"
