import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, notText } from './decode-text.ts'

const bytes = (latin1: string) => Uint8Array.from(latin1, (each) => each.charCodeAt(0))
const text = 'Bø Larsen: Schöne Grüße – it’s “ok”'

test('the encoding is what the bytes say', () => {
  const utf8 = new TextEncoder().encode(text)
  const utf16 = [...text].flatMap((each) => [each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8])
  const swapped = utf16.map((_, at) => utf16[at ^ 1]!)
  const [le, be] = [utf16, swapped].map((each) => Uint8Array.from(each))
  for (const given of [
    utf8,
    Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8),
    le!,
    Uint8Array.of(0xff, 0xfe, ...le!),
    be!,
    Uint8Array.of(0xfe, 0xff, ...be!),
    bytes('B\xf8 Larsen: Sch\xf6ne Gr\xfc\xdfe \x96 it\x92s \x93ok\x94'),
  ])
    assert.equal(decodeText(given), text)
  assert.equal(decodeText(bytes('\x80 5, 1\xbd m\xb2, \xbfqu\xe9?')), '€ 5, 1½ m², ¿qué?')
  assert.equal(decodeText(bytes('')), '')
})

test('no text, and what may be in another encoding, is refused', () => {
  const refused = {
    'windows-1251': '\xcf\xf0\xe8\xe2\xe5\xf2, Ada',
    'windows-1250, Polish': 'Ada: By\xb3o mi\xb3o',
    'windows-1250, Czech': 'Ada: d\xeckuji',
    'Shift JIS': '\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd Ada',
    GB18030: 'Ada: \xc4\xe3\xba\xc3',
    'half a character of UTF-16': '\xff\xfeA\0B',
    'half a surrogate pair': '\xff\xfe\x00\xd8A\0',
    MP3: 'ID3\x04\0\0\0\0\0\x23TSSE\xff\xfb\x90\x64',
    MP4: '\0\0\0\x20ftypisom',
    WebM: '\x1aE\xdf\xa3\x01\x42\x86',
  }
  for (const [what, given] of Object.entries(refused))
    assert.throws(() => decodeText(bytes(given)), { name: 'TypeError', message: notText }, what)
})
