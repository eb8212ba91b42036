// SPDX-License-Identifier: GPL-3.0-or-later
// A world written as it stands, and read by another machine: equal, and equal after it has run on. Broken images are refused.
#include "tests/server/blakod_machine.h"

#include <random>

using namespace blak;
using namespace blak::test;

namespace {

std::string programOf()
{
    return R"(System
properties:
   piCount = 0
   plAll = $
   psText = $
   phTable = $
   ptTimer = $
   prName = $
messages:
   Build(number = 0)
   {
      local i, oOther;

      i = 0;
      phTable = CreateTable();
      psText = CreateString();
      SetString(psText,"first");
      while i < 40
      {
         i = i + 1;
         oOther = Create(&System);
         plAll = Cons(oOther,Cons(i * 7,plAll));
         AddTableEntry(phTable,i * 13,oOther);
         AddTableEntry(phTable,psText,i);
         if i > 30
         {
            ptTimer = CreateTimer(self,@Tick,i * 100);
         }
      }
      return i;
   }
   Tick(timer = $)
   {
      piCount = piCount + 1;
      plAll = Cons(piCount,plAll);
      AddTableEntry(phTable,piCount,plAll);
      SetString(psText,"again");
      CreateTimer(self,@Tick,350);
      return;
   }
   Look()
   {
      return Length(plAll) * 1000 + piCount;
   }
end
)";
}

std::vector<std::byte> imageOf(const vm::Vm& machine)
{
    VectorSink sink;
    machine.writeImage(sink);
    return std::move(sink.bytes);
}

} // namespace

class TestVmImage : public QObject
{
    Q_OBJECT

private slots:
    void aWorldIsTheSameElsewhere_data()
    {
        QTest::addColumn<QString>("dialect");
        for (const char* name : {"classic", "classic97", "open105"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void aWorldIsTheSameElsewhere()
    {
        QFETCH(QString, dialect);
        const vm::Dialect& wanted = *vm::findDialect(dialect.toStdString());
        BlakodMachine here(wanted, programOf());
        QVERIFY(here.send("Build"));
        here.machine->newDynamicResource("a name");
        here.machine->setTempString("temporary");
        here.host.now += 3'150;
        while (here.machine->runDueTimer()) {
        }
        here.machine->pauseTimers();
        here.host.now += 70;
        here.machine->resumeTimers();
        const auto image = imageOf(*here.machine);

        BlakodMachine there(wanted, programOf());
        there.host.now = here.host.now;
        const auto read = there.machine->readImage(image, "image");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(there.machine->stateHash(), here.machine->stateHash());
        QCOMPARE(imageOf(*there.machine).size(), image.size());
        QCOMPARE(there.machine->tempString(), std::string("temporary"));
        QCOMPARE(there.machine->timers().size(), here.machine->timers().size());
        for (int i = 0; i < 50; ++i) {
            for (BlakodMachine* one : {&here, &there}) {
                one->host.now += 90;
                while (one->machine->runDueTimer()) {
                }
            }
            QCOMPARE(there.machine->stateHash(), here.machine->stateHash());
        }
        QCOMPARE(there.send("Look")->data, here.send("Look")->data);
        std::vector<std::int64_t> nobody, nobodyThere;
        here.machine->collect(nobody);
        there.machine->collect(nobodyThere);
        QCOMPARE(there.machine->stateHash(), here.machine->stateHash());
    }

    void anotherProgramIsRefused()
    {
        BlakodMachine here(vm::classic, programOf());
        QVERIFY(here.send("Build"));
        const auto image = imageOf(*here.machine);
        std::string more = programOf();
        more.replace(more.find("   prName"), 0, "   piMore = 0\n");
        BlakodMachine there(vm::classic, more);
        const auto read = there.machine->readImage(image, "image");
        QVERIFY(!read);
        QVERIFY(read.error().text().find("classes are other ones") != std::string::npos);
        QCOMPARE(there.machine->sizes().objects, std::size_t{0}); // and nothing of it stays
        BlakodMachine other(vm::classic97, programOf());
        QVERIFY(!other.machine->readImage(image, "image"));
    }

    void brokenImagesAreRefused()
    {
        BlakodMachine here(vm::classic, programOf());
        QVERIFY(here.send("Build"));
        const auto image = imageOf(*here.machine);
        BlakodMachine there(vm::classic, programOf());
        for (std::size_t size = 0; size < image.size(); size += 1 + size / 50)
            QVERIFY(!there.machine->readImage(std::span(image).first(size), "image"));
        std::mt19937 random(21);
        for (int i = 0; i < 3'000; ++i) {
            auto broken = image;
            for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes)
                broken[random() % broken.size()] = static_cast<std::byte>(random());
            if (!there.machine->readImage(broken, "image")) // else what was changed is no part of the state, or is equal
                continue;
            there.host.now += 1'000;
            there.machine->runDueTimer();
            there.send("Look");
        }
        QVERIFY(there.machine->readImage(image, "image"));
        QCOMPARE(there.machine->stateHash(), here.machine->stateHash());
    }
};

QTEST_APPLESS_MAIN(TestVmImage)
#include "tst_vm_image.moc"
