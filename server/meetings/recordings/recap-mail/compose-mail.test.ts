import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../../../people/mail/words.ts'
import { composeMail } from './compose-mail.ts'
import { outlineOf } from './outline.ts'

test('every text of people in a mail has its own direction, and its Markdown is written out', () => {
  const sections = [
    { title: 'פגישה', content: 'שלום **לכולם**, מחיר 5.\n\n| what | who |\n|---|---|\n| deck | Ada |' },
    { title: 'Decisions', items: [{ text: '*السعر* 5 يورو.', timestamp: null }] },
  ]
  const outline = outlineOf(
    { title: 'اجتماع 5.', at: null, url: 'https://a.test/recap/r_1', sections, decided: [], words: wordsIn('en') },
    () => undefined,
  )
  const foot = { settingsUrl: 'https://a.test', unsubscribeUrl: 'https://a.test' }
  const urls = { moreUrl: 'https://a.test', foot }
  const both = [
    outline,
    {
      ...outline,
      sections: outlineOf(
        { ...outline, sections: sections.slice(0, 1), decided: [], words: wordsIn('en') },
        () => undefined,
      ).sections,
    },
  ]
  const recaps = both.map((recap) => ({ ...recap, message: 'קראו <b> 5.' }))
  const { html, text } = composeMail({ recaps, more: 0, timeZone: 'UTC', words: wordsIn('en'), ...urls })
  for (const shown of [
    /<h1 dir="auto"[^>]*>.*اجتماع/,
    /<h2 dir="auto"[^>]*>פגישה/,
    /<p dir="auto"[^>]*>שלום לכולם/,
    /<li dir="auto">السعر 5/,
    /<p dir="auto"[^>]*>קראו &lt;b&gt; 5\./,
  ])
    assert.match(html!, shown)
  for (const mail of [html!, text]) {
    assert.match(mail, /what · who\ndeck · Ada/)
    assert.doesNotMatch(mail, /\*\*|\|---/)
  }
})
