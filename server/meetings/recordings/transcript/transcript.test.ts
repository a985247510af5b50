import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { CaptionError } from './captions.ts'
import { checkTimes, durationOf } from './check-times.ts'
import { formatting, parseSrt } from './parse-text.ts'
import { parseVtt } from './parse-vtt.ts'
import { printMarkdown, printSrt, printText, printVtt } from './print-transcript.ts'

const said = (transcript: StoredTranscript) =>
  transcript.speech_segments.map(({ speaker, text, start_time, end_time }) => [start_time, end_time, speaker, text])

test('WebVTT: voices, cue names, settings, comments, styles, references, a byte order mark, with and without hours', () => {
  const text = `\uFEFFWEBVTT - Weekly\r
Kind: captions\r
Language: en-GB\r
\r
STYLE\r
::cue { color: #fff }\r
\r
NOTE\r
A comment --\r
of two lines\r
\r
intro\r
00:01.000 --> 00:02.500 align:start position:0%\r
<v.loud Ada Moreau>Good <i>morning</i>,\r
everyone &amp; all.</v>\r
\r
100:00:03.000 --> 100:00:04.000\r
<v Ada>Is 1 &lt; 2?<v Bo &amp; Cy>Yes&#33; &#x2713; &nbsp;&unknown;\r
\r
2
100:00:05.000 --> 100:00:05.000
Nobody <00:00:05.000><c.x>in</c> particular
`
  assert.deepEqual(said(parseVtt(text)), [
    [1, 2.5, 'Ada Moreau', 'Good morning, everyone & all.'],
    [360_003, 360_004, 'Ada', 'Is 1 < 2?'],
    [360_003, 360_004, 'Bo & Cy', 'Yes! ✓ &unknown;'],
    [360_005, 360_005, '', 'Nobody in particular'],
  ])
  assert.equal(parseVtt(text).language_code, 'en-GB')
})

test('WebVTT without voices, and SRT: names in front, if at least half of the cues have one', () => {
  const cues = (...texts: string[]) => texts.map((text, at) => `00:0${at}.000 --> 00:0${at}.500\n${text}\n`).join('\n')
  const names = (text: string) => parseVtt(`WEBVTT\n\n${text}`).speech_segments.map(({ speaker }) => speaker)
  assert.deepEqual(names(cues('Ada Moreau: Hello', 'Bo de la Cruz: Hi')), ['Ada Moreau', 'Bo de la Cruz'])
  assert.deepEqual(names(cues('SPEAKER_00: Hello', 'and so on')), ['SPEAKER_00', ''])
  assert.deepEqual(names(cues('Ada: Hello', 'and so', 'on')), ['', '', ''])
  assert.deepEqual(names(cues('One thing: hello', 'and so', 'on')), ['', '', ''])
  assert.deepEqual(names(cues('we meet at 12:30', 'https://x.test', 'so: no', 'Ada:')), ['', '', '', ''])
  const srt =
    '1\n00:00:00,000 --> 00:00:01,000\n<i>Ada:</i> {\\an8}one\ntwo\n  \n2\n0:00:01.000-->00:00:02,000\nBo: x < y\n'
  assert.deepEqual(said(parseSrt(srt)), [
    [0, 1, 'Ada', 'one two'],
    [1, 2, 'Bo', 'x < y'],
  ])
})

test('an error names its line', () => {
  const errors: [parse: (text: string) => unknown, text: string, message: RegExp][] = [
    [parseVtt, '', /^line 1: the text must begin with WEBVTT/],
    [parseVtt, 'WEBVTTX\n', /^line 1: /],
    [parseVtt, 'WEBVTT\n\nintro\nHello\n', /^line 3: a time span/],
    [parseVtt, 'WEBVTT\n\nHello\n', /^line 3: a time span/],
    [parseVtt, 'WEBVTT\n\n00:01.000 --> 00:00.999\nHi', /^line 3: ends before it begins/],
    [parseVtt, 'WEBVTT\n\n00:60.000 --> 00:61.000\nHi', /^line 3: a time span/],
    [parseVtt, 'WEBVTT\n\n168:00:00.000 --> 168:00:00.001\nHi', /^line 3: is later than a week/],
    [parseSrt, '1\n00:00:01, --> 00:00:02,000\nHi', /^line 2: a time span/],
    [parseSrt, '1\n00:00:01,000 --> 00:00:02,000\nHi\n\nthere\n00:00:61,0 --> 00:00:62,0', /^line 6: a time span/],
  ]
  for (const [parse, text, message] of errors) {
    assert.throws(
      () => parse(text),
      (error) => error instanceof CaptionError && message.test(error.message),
      text,
    )
  }
  assert.equal(parseVtt('WEBVTT\n\n167:59:59.999 --> 168:00:00.000\nHi').speech_segments[0]?.end_time, 604_800)
})

const word = fc.stringMatching(/^\S{1,12}$/u).filter((text) => text.trim() === text && !text.includes('\0'))
const words = fc.array(fc.oneof({ weight: 3, arbitrary: word }, fc.constantFrom('-->', '<b', '&amp;', 'Ada:', '1')), {
  minLength: 1,
  maxLength: 8,
})
const text = fc.tuple(words, fc.constantFrom(' ', '\n', '\r\n\r\n', '\t ')).map(([each, gap]) => each.join(gap))
const names = ['Ada Moreau', 'SPEAKER_00', 'Speaker 1', 'Zoë O’Neil-Smith', 'Bo de la Cruz', '李雷']

function transcripts(speaker: fc.Arbitrary<string>, what: fc.Arbitrary<string>): fc.Arbitrary<StoredTranscript> {
  const segment = fc.record({ speaker, text: what, wait: fc.nat(4_000_000), length: fc.nat(4_000_000) })
  return fc
    .tuple(fc.constantFrom('', 'en-US', 'de'), fc.array(segment, { minLength: 1, maxLength: 12 }))
    .map(([language_code, all]) => {
      let start = 0
      const speech_segments = all.map(({ speaker, text, wait, length }) => {
        start += wait
        return { speaker, text, start_time: start / 1_000, end_time: (start + length) / 1_000 }
      })
      return { language_code, speech_segments }
    })
}

const wordsOf = (transcript: StoredTranscript) =>
  transcript.speech_segments.map((segment) => ({
    ...segment,
    speaker: segment.speaker.trim().split(/\s+/).join(' '),
    text: segment.text.trim().split(/\s+/),
  }))

test('printed WebVTT is parsed back: words, speakers, times to the millisecond, language', () => {
  const speaker = fc.oneof(
    fc.constant(''),
    fc.constantFrom(...names),
    words.map((each) => each.join(' ')),
  )
  fc.assert(
    fc.property(transcripts(speaker, text), (transcript) => {
      const back = parseVtt(printVtt(transcript))
      assert.deepEqual(wordsOf(back), wordsOf(transcript))
      assert.equal(back.language_code, transcript.language_code)
      assert.equal(printVtt(back), printVtt(transcript))
    }),
    { numRuns: 500 },
  )
})

test('words that look like a name or like times stay words, and characters that cannot be stored are replaced by the standard', () => {
  for (const text of ['Ada: hello', '10:30 --> 11:00', '10:30 → 11:00', '9:5 > that', '李雷：你好']) {
    const transcript = { language_code: '', speech_segments: [{ speaker: '', text, start_time: 0, end_time: 1 }] }
    assert.deepEqual(parseVtt(printVtt(transcript)), transcript)
  }
  const [cue] = parseVtt('WEBVTT\n\n00:00.000 --> 00:01.000\na\0b &#0; &#xD800; &#x110000;').speech_segments
  assert.equal(cue?.text, 'a\ufffdb \ufffd \ufffd \ufffd')
})

test('printed SRT is parsed back within the limits of SRT: plain names, no formatting', () => {
  const plain = text.filter((each) => each.replace(formatting, '') === each)
  fc.assert(
    fc.property(transcripts(fc.constantFrom(...names), plain), (transcript) => {
      assert.deepEqual(wordsOf(parseSrt(printSrt(transcript))), wordsOf(transcript))
    }),
    { numRuns: 500 },
  )
})

test('without the blank lines, in every line end, and backwards, captions are the same', () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  const printed = fc.constantFrom([printVtt, parseVtt] as const, [printSrt, parseSrt] as const)
  const plain = text.filter((each) => each.replace(formatting, '') === each)
  fc.assert(
    fc.property(transcripts(fc.constantFrom(...names), plain), printed, lineEnd, (transcript, [print, parse], end) => {
      const blocks = print(transcript).split('\n\n')
      const cues = print === printVtt ? blocks.slice(1) : blocks
      const header = print === printVtt ? [blocks[0]!] : []
      const expected = parse(print(transcript))
      const written = (parts: string[], gap: string) => parse(parts.join(gap).replaceAll('\n', end))
      assert.deepEqual(written(blocks, '\n\n'), expected)
      assert.deepEqual(written(blocks, '\n'), expected)
      const starts = transcript.speech_segments.map(({ start_time }) => start_time)
      if (new Set(starts).size === starts.length)
        assert.deepEqual(written([...header, ...cues.reverse()], '\n\n'), expected)
    }),
  )
})

test('any text is parsed or rejected with a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(parseVtt, parseSrt), (text, parse) => {
      try {
        parse(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`)
      } catch (error) {
        assert(error instanceof CaptionError && error.line >= 1)
      }
    }),
  )
})

test('as text and Markdown', () => {
  const transcript = {
    language_code: 'en',
    speech_segments: [
      { speaker: 'Ada *', text: 'One\n\ntwo <b>', start_time: 0, end_time: 1 },
      { speaker: '', text: '# no heading', start_time: 3_723.999, end_time: 3_724 },
      { speaker: 'Bo', text: '  ', start_time: 3_724, end_time: 3_724 },
    ],
  }
  assert.equal(printText(transcript), '[00:00:00] Ada *: One two <b>\n[01:02:03] # no heading')
  assert.equal(
    printMarkdown(transcript, 'Weekly'),
    '# Weekly\n\n**Ada \\*** [00:00:00] One two \\<b\\>\n\n[01:02:03] \\# no heading\n',
  )
  assert.equal(printText({ language_code: '', speech_segments: [] }), '')
})

test('times: in order, none ends before it starts; the duration is the end of the last one', () => {
  const at = (start_time: number, end_time: number) => ({ speaker: '', text: 'x', start_time, end_time })
  assert.deepEqual(checkTimes([at(0, 5), at(0, 1), at(1, 1)]), [])
  assert.deepEqual(checkTimes([at(1, 0.999), at(0.999, 2)]), [
    { segment: 0, field: 'end_time', message: 'must not be before start_time' },
    { segment: 1, field: 'start_time', message: 'must not be before the one above' },
  ])
  assert.equal(durationOf({ language_code: '', speech_segments: [at(0, 5), at(0, 1)] }), 5)
  assert.equal(durationOf({ language_code: '', speech_segments: [] }), null)
})
