// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Of the handlers of open105's server: how many lie in a bucket that another one of their class was in before.
std::size_t sharedMessageBuckets(const vm::Vm& vm);

/// Objects, classes, lists and the other values of a world.
struct ValueCommands : AdminCall
{
    void showObject();
    void showClass();
    void showList();
    void showListNode();
    void createListNode();
    void showString();
    void showDebugString();
    void showTable();
    void showResource();
    void showDynamic();
    void createResource();
    void showMessage();
    void showNameIds();
    void showRoomTable();
    void showBlockers();

private:
    void listElements(vm::Value list, int depth);
};

} // namespace blak::world
