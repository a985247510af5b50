import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SpokenWord } from '../../../platform/postgres/column-types.ts'
import { fillIn, joinTracks } from './join-tracks.ts'

type Line = [speaker: string, text: string, start: number, end: number]

const heardIn = (channel: number, lines: Line[], words?: (SpokenWord[] | null)[]) => ({
  channel,
  heard: {
    transcript: {
      language_code: `l${channel}`,
      speech_segments: lines.map(([speaker, text, start_time, end_time]) => ({ speaker, text, start_time, end_time })),
    },
    ...(words && { words }),
    durationSeconds: 60,
  },
})

/** Who is loudest at a moment is the channel that it names; `silent` has the channels that are silent then. */
const loudness = (
  loudestAt: (start: number) => number,
  silentAt: (channel: number, start: number) => boolean = () => false,
) => ({ loudest: loudestAt, isSilent: (channel: number, start: number) => silentAt(channel, start) })

const speakersAndTexts = (tracks: ReturnType<typeof heardIn>[], channels: ReturnType<typeof loudness>) =>
  joinTracks(tracks, channels).transcript.speech_segments.map(({ speaker, text }) => [speaker, text])

test('what several channels have is in the order of time, with the words; the language is that of most words', () => {
  const word: SpokenWord = ['Two.', 2, 3]
  const one = heardIn(0, [
    ['', 'One.', 0, 1],
    ['', 'Three.', 4, 5],
  ])
  const other = heardIn(1, [['', 'Two and a half.', 2, 3]], [[word]])
  const { transcript, words, durationSeconds } = joinTracks(
    [one, other],
    loudness((start) => (start === 2 ? 1 : 0)),
  )
  assert.deepEqual(
    transcript.speech_segments.map(({ text }) => text),
    ['One.', 'Two and a half.', 'Three.'],
  )
  assert.deepEqual([words, transcript.language_code, durationSeconds], [[null, [word], null], 'l1', 60])
  assert.equal(
    joinTracks(
      [one, heardIn(1, [])],
      loudness(() => 0),
    ).words,
    undefined,
  )
})

test('nobody of one channel has the name of somebody in another, unless the service knows who it is', () => {
  const near = heardIn(0, [
    ['Speaker 1', 'a', 2, 3],
    ['Speaker 2', 'b', 4, 5],
    ['Ada', 'c', 6, 7],
  ])
  const far = heardIn(1, [
    ['Speaker 1', 'd', 0, 1],
    ['Speaker 1 (part 2)', 'e', 8, 9],
    ['Speaker 1', 'f', 10, 11],
    ['Ada', 'g', 12, 13],
  ])
  const third = heardIn(2, [['', 'h', 14, 15]])
  const itself = loudness((start) => (start < 1 || (start >= 8 && start < 14) ? 1 : start < 8 ? 0 : 2))
  assert.deepEqual(speakersAndTexts([near, far, third], itself), [
    ['Speaker 1', 'd'],
    ['Speaker 2', 'a'],
    ['Speaker 3', 'b'],
    ['Ada', 'c'],
    ['Speaker 4', 'e'],
    ['Speaker 1', 'f'],
    ['Ada', 'g'],
    ['Speaker 5', 'h'],
  ])
})

test('what a microphone took of the loudspeaker is said once; who says something else in the meantime is heard', () => {
  const far = heardIn(1, [['', 'We ship the new release on Friday.', 10, 13]])
  const said = (text: string, start = 10.6) =>
    speakersAndTexts(
      [heardIn(0, [['', text, start, start + 2]]), far],
      loudness(() => 1),
    ).length
  assert.equal(said('we ship the new release friday'), 1)
  assert.equal(said('Friday.'), 1)
  assert.equal(said('I will tell the others then.'), 2)
  assert.equal(said('No.'), 2)
  assert.equal(said('We ship the new release on Friday.', 30), 2, 'later')
  const louder = [heardIn(0, [['', 'We ship the new release on Friday.', 10, 13]]), far]
  assert.deepEqual(
    speakersAndTexts(
      louder,
      loudness(() => 0),
    ).length,
    1,
    'of the louder channel',
  )
})

test('words in a channel that is silent then were invented', () => {
  const near = heardIn(0, [['', 'Thank you.', 20, 22]])
  const far = heardIn(1, [['', 'Where were we?', 0, 2]])
  const silent = loudness(
    (start) => (start < 10 ? 1 : 0),
    (channel, start) => channel === 0 && start > 10,
  )
  assert.deepEqual(speakersAndTexts([near, far], silent), [['Speaker 1', 'Where were we?']])
})

test('what is not understood in a channel is left out while another one is louder, and is of its only speaker, else of nobody', () => {
  const near = heardIn(0, [
    ['', 'Good.', 0, 5],
    ['', '[not understood]', 10, 50],
    ['', '[not understood]', 60, 90],
  ])
  const far = heardIn(1, [['', 'Good morning.', 10, 50]])
  const lines = speakersAndTexts(
    [near, far],
    loudness((start) => (start === 10 ? 1 : 0)),
  )
  assert.deepEqual(lines, [
    ['Speaker 1', 'Good.'],
    ['Speaker 2', 'Good morning.'],
    ['Speaker 1', '[not understood]'],
  ])
  const told = heardIn(0, [
    ['Speaker A', 'Good.', 0, 5],
    ['', '[not understood]', 60, 90],
  ])
  assert.deepEqual(
    speakersAndTexts(
      [told, heardIn(1, [])],
      loudness(() => 0),
    ).at(-1),
    ['', '[not understood]'],
  )
})

test('speakers of a stretch that is filled in have numbers that nobody has; names and no names stay', () => {
  const { heard } = heardIn(0, [
    ['Speaker 2', 'a', 0, 5],
    ['Ada', 'b', 50, 60],
    ['', 'c', 60, 65],
  ])
  const found = [
    heardIn(0, [
      ['Speaker 1', 'd', 10, 15],
      ['Speaker 2', 'e', 15, 20],
      ['Ada', 'f', 20, 25],
    ]).heard,
    heardIn(0, [['', 'g', 30, 35]]).heard,
  ]
  const { transcript, words, durationSeconds } = fillIn(heard, found)
  assert.deepEqual(
    transcript.speech_segments.map(({ speaker, text }) => [speaker, text]),
    [
      ['Speaker 2', 'a'],
      ['Speaker 1', 'd'],
      ['Speaker 3', 'e'],
      ['Ada', 'f'],
      ['', 'g'],
      ['Ada', 'b'],
      ['', 'c'],
    ],
  )
  assert.deepEqual([words, durationSeconds], [undefined, 60])
})
