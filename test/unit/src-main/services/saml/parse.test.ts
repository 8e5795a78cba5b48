import { describe, expect, test } from 'vitest';
import { parseDocument } from '#main/services/saml/parse.ts';
import { createIssuer, refusedAt } from './parties.ts';

const issuer = await createIssuer();

describe('a document is parsed', () => {
  test.each([
    ['an element', '<a/>'],
    ['a declaration of UTF-8', '<?xml version="1.0" encoding="UTF-8"?>\n<a/>'],
    [
      'comments, CDATA and references',
      '<!-- one --><a b="&lt;&#x41;&#66;">&amp;<![CDATA[<x>]]><!-- two --></a>\n',
    ],
    ['names beyond ASCII', '<élan größe="1"><日本/></élan>'],
    ['characters beyond the first plane', '<a>𝄞 &#x1D11E;</a>'],
    ['namespaces', '<p:a xmlns:p="urn:x" p:b="1" b="1"><c xmlns="urn:y"/></p:a>'],
  ])('with %s', (_, xml) => {
    expect(parseDocument(xml).root.nodeName).toMatch(/^\S+$/);
  });

  test('and its comments inside values are noted', () => {
    const { commentedValues } = parseDocument('<a><b>x<!-- y --></b><!-- z --><c> <d/></c></a>');
    expect(commentedValues).toEqual(['b']);
  });
});

describe('a document is refused', () => {
  test.each([
    ['nothing', ''],
    ['nothing but a comment', '<!-- a -->'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['a DOCTYPE inside', '<a><!DOCTYPE a></a>'],
    ['an entity of its own', '<a>&b;</a>'],
    ['an entity in an attribute', '<a b="&c;"/>'],
    ['a bare ampersand', '<a>b & c</a>'],
    ['a processing instruction', '<?a b?><a/>'],
    ['a processing instruction inside', '<a><?b c?></a>'],
    ['a declaration of another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
    ['a declaration of XML 1.1', '<?xml version="1.1"?><a/>'],
    ['a second root', '<a/><a/>'],
    ['text before the root', 'x<a/>'],
    ['text behind the root', '<a/>x'],
    ['CDATA behind the root', '<a/><![CDATA[x]]>'],
    ['empty CDATA', '<a><![CDATA[]]></a>'],
    ['an element that is not closed', '<a><b></b>'],
    ['an end that was not begun', '<a></b></a>'],
    ['ends in the wrong order', '<a><b></a></b>'],
    ['an end in another case', '<a></A>'],
    ['an end with more than a name', '<a></a b="c">'],
    ['a tag without an end', '<a'],
    ['an attribute without quotes', '<a b=c/>'],
    ['an attribute without a value', '<a b/>'],
    ['attributes without a blank between', '<a b="1"c="2"/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute twice by two prefixes', '<a xmlns:p="urn:x" xmlns:q="urn:x" p:b="1" q:b="2"/>'],
    ['“<” in an attribute', '<a b="<"/>'],
    ['“]]>” in text', '<a>]]></a>'],
    ['“--” in a comment', '<a><!-- b -- c --></a>'],
    ['a comment that is not closed', '<a><!-- b</a>'],
    ['a prefix that is not declared', '<p:a/>'],
    ['an attribute prefix that is not declared', '<a p:b="1"/>'],
    ['the prefix of signatures undeclared', '<ds:Signature/>'],
    ['a prefix that is taken back', '<a xmlns:p=""/>'],
    ['the prefix xml bound anew', '<a xmlns:xml="urn:x"/>'],
    ['a name that begins like a declaration', '<a xmlnsfoo="1"/>'],
    ['a character reference to NUL', '<a>&#0;</a>'],
    ['a character reference beyond Unicode', '<a>&#x110000;</a>'],
    ['a character reference to half a pair', '<a>&#xD800;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['half a pair', '<a>\uD800</a>'],
    ['a line end of XML 1.1', '<a>\u2028</a>'],
    ['two equal IDs', '<a ID="x"><b ID="x"/></a>'],
    ['equal IDs by other names', '<a ID="x"><b Id="x"/></a>'],
    ['equal IDs in a namespace', '<a ID="x"><b xml:id="x"/></a>'],
  ])('that has %s', (_, xml) => {
    refusedAt('parse', () => parseDocument(xml));
  });

  test('that nests deeper than 32 levels', () => {
    const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    expect(parseDocument(nested(32)).root.nodeName).toBe('a');
    expect(refusedAt('parse', () => parseDocument(nested(33)))).toContain('too deep');
  });

  test('that has more than 4,000 nodes', () => {
    expect(refusedAt('parse', () => parseDocument(`<a>${'<b/>'.repeat(4_000)}</a>`))).toContain(
      'too many nodes',
    );
  });
});

describe('an attack on the parser is answered quickly', () => {
  const entities = (count: number) => '&e;'.repeat(count);
  test.each([
    ['an entity bomb', issuer.build({ shape: 'entity-bomb' })],
    ['an external entity', issuer.build({ shape: 'external-entity' })],
    ['a DTD', issuer.build({ shape: 'doctype' })],
    ['very many entities', `<a>${entities(16_000)}</a>`],
    ['very many attributes', `<a ${Array.from({ length: 5_000 }, (_, i) => `b${i}="c"`).join(' ')}/>`],
    ['a tag that never ends', `<a ${'b="c" '.repeat(8_000)}`],
    ['very many open tags', '<a>'.repeat(16_000)],
    ['very many “<”', '<'.repeat(48_000)],
    ['one very long name', `<${'a'.repeat(48_000)}`],
    ['blanks in an end tag', `<a></a${' '.repeat(48_000)}x>`],
  ])('%s', (_, xml) => {
    const before = process.cpuUsage();
    refusedAt('parse', () => issuer.read(xml));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(200);
  });

  test('the largest document that is parsed at all, with a signature that proves nothing', () => {
    const filler = '<saml:AttributeValue a="b">c</saml:AttributeValue>'.repeat(900);
    const xml = issuer
      .build()
      .replace(
        '</saml:AttributeStatement>',
        () => `<saml:Attribute Name="x">${filler}</saml:Attribute></saml:AttributeStatement>`,
      );
    expect(xml.length).toBeGreaterThan(45_000);
    const before = process.cpuUsage();
    refusedAt('signature', () => issuer.read(xml));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });
});
