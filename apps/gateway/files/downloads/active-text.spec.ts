import { isActive, textOf } from './active-text';

describe('a text that does something', () => {
  it.each([
    ['#!/bin/sh'],
    ['@echo off'],
    ['<?php echo 1;'],
    ['<HTML>'],
    ['<body onload=x>'],
    ['<x:html xmlns:x="http://www.w3.org/1999/xhtml">'],
    ['<!-- a --> <!-- b --><script>'],
    ['<!--><script>'],
    ['<!-- a --!><script>'],
    ['<?x ><html>?><a/>'],
    ['<?x > y?><html/>'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">'],
    ['<!DOCTYPE x [<!ENTITY y "z">]><iframe src=x>'],
  ])('is seen: %s', (text) => expect(isActive(text, false)).toBe(true));

  it.each([
    ['Bună ziua'],
    [''],
    ['<!-- only a remark'],
    ['<headers/>'],
    ['<bodyText>html</bodyText>'],
    ['<?xml version="1.0"?><Invoice xmlns="urn:x"><html/></Invoice>'],
    ['<!DOCTYPE note SYSTEM "note.dtd"><note/>'],
    ['a,b,<html>'],
  ])('is not seen where there is none: %s', (text) => expect(isActive(text, false)).toBe(false));

  it.each([
    ['a byte a letter', Buffer.from('\ufeff <html>'), false],
    ['two, little end first', Buffer.from('\ufeff<html>', 'utf16le'), true],
    ['two, big end first', Buffer.from('\ufeff<html>', 'utf16le').swap16(), true],
  ])('is read with %s', (_, bytes, isWide) => expect(textOf(bytes)).toEqual({ text: '<html>', isWide }));

  // an earlier version took 2^9000 steps for the first of these
  it.each([
    ['remarks', '<!---->'],
    ['remarks that are open', '<!--'],
    ['remarks with a dash', '<!---'],
    ['instructions', '<?xml>'],
    ['instructions that are open', '<?'],
    ['types', '<!doctype x>'],
    ['types that are open', '<!doctype ['],
    ['brackets', '<!doctype []'],
    ['blanks', ' '],
    ['blanks and types', '<!doctype   '],
    ['names', '<a:'],
    ['names without an end', 'a'],
  ])('is looked for in linear time: %s', (_, part) => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    const began = performance.now();
    isActive(text, true);
    isActive(`<${text}`, true);
    // quadratic time would take minutes
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
