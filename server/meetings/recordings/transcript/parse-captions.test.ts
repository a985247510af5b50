/** WebVTT and SRT as programs write them, which is not always as the standards say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredTranscript } from '../../../platform/postgres/column-types.ts'
import { CaptionError } from './captions.ts'
import { parseSrt } from './parse-text.ts'
import { parseVtt } from './parse-vtt.ts'

type Said = [from: number, to: number, speaker: string, text: string]
const said = ({ speech_segments }: StoredTranscript): Said[] =>
  speech_segments.map(({ speaker, text, start_time, end_time }) => [start_time, end_time, speaker, text])

const vtt: [what: string, text: string, expected: Said[]][] = [
  [
    'a cue directly below the header',
    'WEBVTT\n00:00.000 --> 00:01.000\n<v Bo>First\n\n00:02.000 --> 00:03.000\n<v Bo>Second\n',
    [
      [0, 1, 'Bo', 'First'],
      [2, 3, 'Bo', 'Second'],
    ],
  ],
  ['no blank line at all', 'WEBVTT\n00:01.000 --> 00:02.000\nWe agreed.', [[1, 2, '', 'We agreed.']]],
  [
    'names of cues directly below the header and between cues',
    'WEBVTT\nKind: captions\n1\n00:01.000 --> 00:02.000\nWe are\n42\n2\n00:02.000 --> 00:03.000\nyears old',
    [
      [1, 2, '', 'We are 42'],
      [2, 3, '', 'years old'],
    ],
  ],
  [
    'a map of time stamps, and numbers that were said',
    'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n00:01.000 --> 00:02.000\nWe are\n42\n00:02.000 --> 00:03.000\nyears old',
    [
      [1, 2, '', 'We are 42'],
      [2, 3, '', 'years old'],
    ],
  ],
  [
    'no blank line between cues',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Bo>Hello\n00:02.000 --> 00:03.000\n<v Ada>World\n',
    [
      [1, 2, 'Bo', 'Hello'],
      [2, 3, 'Ada', 'World'],
    ],
  ],
  [
    'lines of blanks between cues and within them',
    'WEBVTT\n\n1\n00:01.000 --> 00:02.000\n \nHello\n \n2\n00:02.000 --> 00:03.000\nWorld\n\t\nagain\n',
    [
      [1, 2, '', 'Hello'],
      [2, 3, '', 'World again'],
    ],
  ],
  [
    'short times of Teams, unordered and negative',
    'WEBVTT\n\n0:0:13.540 --> 0:1:5.2\n<v Ada Moreau>Hi</v>\n\n-00:00:01.500 --> 0:0:3.35\n<v Bo Larsen>Hello all</v>\n',
    [
      [0, 3.35, 'Bo Larsen', 'Hello all'],
      [13.54, 65.2, 'Ada Moreau', 'Hi'],
    ],
  ],
  [
    'metadata of Teams',
    `WEBVTT\n\n0:0:1.5 --> 0:0:2.0\n${JSON.stringify({ speakerName: 'Bo <L>', spokenText: 'It is & was.\ud800' }, null, 1)}\n`,
    [[1.5, 2, 'Bo <L>', 'It is & was.\ufffd']],
  ],
  [
    'headers, comments, styles, regions, settings, references, and line ends of Windows',
    '\uFEFFWEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\r\n\r\nNOTE\r\nby Kyle\r\nthat\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n' +
      'REGION\r\nid:a\r\n\r\n1\r\n02:15.000 --> 02:20.000 align:start position:0%\r\n- Ta en kopp\r\n- Det är inte\r\n\r\nNOTE last\r\n\r\n' +
      '2 - x\r\n02:25.000 --> 02:30.000\r\nTa &quot;en&quot; &amp; &lt;b&gt; &#39;x&#39; &apos;y&apos; caf&eacute;&nbsp;z &amp;lt; &CounterClockwiseContourIntegral; &none;\r\n',
    [
      [135, 140, '', '- Ta en kopp - Det är inte'],
      [145, 150, '', `Ta "en" & <b> 'x' 'y' café z &lt; ∳ &none;`],
    ],
  ],
  [
    'joined files, with line ends of old Macs',
    'WEBVTT\r\r00:01.000 --> 00:02.000\rOne\r\rWEBVTT\rX-TIMESTAMP-MAP=LOCAL:00:00:00.000\r\r00:02.000 --> 00:03.000\rtwo',
    [
      [1, 2, '', 'One'],
      [2, 3, '', 'two'],
    ],
  ],
  [
    'ruby, classes, times within, and signs that are no tags',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby> <c.red>a<00:00:01.500>b</c> 1 < 2, x<3 <v.loud.x Ada M>Yes\n',
    [
      [1, 2, '', '漢字 ab 1 < 2, x<3'],
      [1, 2, 'Ada M', 'Yes'],
    ],
  ],
]

for (const [what, text, expected] of vtt)
  test(`WebVTT: ${what}`, () => assert.deepEqual(said(parseVtt(text)), expected))

test('WebVTT: the language of Teams’ metadata, and of a header without a blank line below', () => {
  const cue = '00:01.000 --> 00:02.000\n'
  assert.equal(parseVtt(`WEBVTT\n\n${cue}{"spokenText":"Ja","spokenLanguage":"de-DE"}`).language_code, 'de-DE')
  assert.equal(parseVtt(`WEBVTT\nLanguage: de\n${cue}Ja`).language_code, 'de')
})

const srt: [what: string, text: string, expected: Said[]][] = [
  [
    'no blank line between cues',
    '1\n00:00:01,000 --> 00:00:02,000\nHello\n2\n00:00:02,000 --> 00:00:03,000\n2026\n3\n00:00:03,000 --> 00:00:04,000\nAgain\n',
    [
      [1, 2, '', 'Hello'],
      [2, 3, '', '2026'],
      [3, 4, '', 'Again'],
    ],
  ],
  [
    'hours of one digit, no numbers, line ends that were converted twice',
    '0:00:01,000 --> 0:00:04,5\r\r\nHello\r\r\n\r\r\n0:00:04.500 --> 0:00:08\r\r\nWorld\r\r\n',
    [
      [1, 4.5, '', 'Hello'],
      [4.5, 8, '', 'World'],
    ],
  ],
]

for (const [what, text, expected] of srt) test(`SRT: ${what}`, () => assert.deepEqual(said(parseSrt(text)), expected))

test('a text without words is an error that names its line', () => {
  const none: [parse: typeof parseVtt, text: string, message: RegExp][] = [
    [parseVtt, 'WEBVTT', /^line 1: there are no words/],
    [parseVtt, 'WEBVTT\n\nNOTE\n00:01 is early\n', /^line 1: there are no words/],
    [parseVtt, 'WEBVTT\n\n00:01.000 --> 00:02.000\n<i> </i>&nbsp;\n', /^line 3: there are no words/],
    [parseSrt, '', /^line 1: there are no words/],
    [parseSrt, '\n\nHello', /^line 3: a time span/],
    [parseSrt, '1\n00:00:01,000 -> 00:00:02,000\nHello', /^line 2: a time span/],
    [parseSrt, '1\n00:00:01,000 --> 00:00:02,000\nHi\n2\n00:00:02,000 -> 00:00:03,000\nHo', /^line 5: a time span/],
  ]
  for (const [parse, text, message] of none)
    assert.throws(
      () => parse(text),
      (error) => error instanceof CaptionError && message.test(error.message),
      text,
    )
})
