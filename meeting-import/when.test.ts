/** Days and times as programs write them; those without a zone are of this machine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTimeZone } from '../test/support/time-zone.ts'
import { findWhen } from './when.ts'

useTimeZone('Europe/Berlin')

const told = (text: string) => {
  const when = findWhen(text)
  return when && `${when.at.toISOString().slice(0, 19)}${when.hasTime ? '' : ' day'}`
}

test('the forms of names and headings', () => {
  const forms: Record<string, string | null> = {
    'GMT20260105-090000_Recording': '2026-01-05T09:00:00',
    'Budget-20260105_090000-Meeting Recording': '2026-01-05T08:00:00',
    '2026-01-05 09.30.15 Weekly': '2026-01-05T08:30:15',
    '2026-01-05T09:30:00Z': '2026-01-05T09:30:00',
    '2026-07-05T09:30:00+02:00': '2026-07-05T07:30:00',
    'Standup (2026-01-05 09:58 CET) – Transcript': '2026-01-05T08:58:00',
    'Standup – 2026_01_05 09_58 GMT-5 – Notes': '2026-01-05T14:58:00',
    'January 5, 2026, 9:00PM': '2026-01-05T20:00:00',
    'Mon, Jan 5, 2026 12:05 AM • 32:05': '2026-01-04T23:05:00',
    '5 January 2026': '2026-01-05T11:00:00 day',
    '05.01.2026 10:00': '2026-01-05T09:00:00',
    '31/01/2026': '2026-01-31T11:00:00 day',
    '20260105 Weekly': '2026-01-05T11:00:00 day',
    '2026-01-05 Weekly': '2026-01-05T11:00:00 day',
  }
  for (const [text, expected] of Object.entries(forms)) assert.equal(told(text), expected, text)
})

test('what may be several days, or none, is none', () => {
  for (const text of ['01/02/2026', '2026-02-30', '2026-13-01', '1234567890123', 'Q1 2026', '', 'June review', '9:30'])
    assert.equal(told(text), null, text)
})
