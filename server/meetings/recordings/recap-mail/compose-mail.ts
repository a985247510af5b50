/** Recaps as a mail: the same as plain text and as HTML of tables and inline styles, which old mail programs show. *Pure.* */
import { escapeUTF8 } from 'entities'
import type { Mail } from '../../../people/mail/send-mail.ts'
import type { MailWords } from '../../../people/mail/words.ts'
import { clockOf, leftOut, momentUrl, type Outline, type OutlinePoint, type OutlineSection } from './outline.ts'

export type RecapMail = {
  recaps: (Outline & { sharedBy?: string | undefined; isNote?: boolean; message?: string | undefined })[]
  /** Recaps that it has no room for, and the page that has them. */
  more: number
  moreUrl: string
  timeZone: string
  words: MailWords
  /** Where a person changes what they get by mail, and ends it; who has no account gets it once, by the person of this name. */
  foot: { settingsUrl: string; unsubscribeUrl: string } | { sentBy: string }
}

export function composeMail(mail: RecapMail): Omit<Mail, 'to'> {
  const { foot } = mail
  const subject = subjectOf(mail)
  const recaps = [...mail.recaps.map((recap) => textOf(recap, mail)), ...moreOfMail(mail)]
  return {
    subject,
    text: `${recaps.join('\n\n\n')}\n\n-- \n${footOf(mail)}\n`,
    html: htmlOf(subject, mail),
    ...('unsubscribeUrl' in foot && { headers: unsubscribeHeaders(foot.unsubscribeUrl) }),
  }
}

export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const footOf = ({ foot, words: { recap: said } }: RecapMail) =>
  'sentBy' in foot ? said.whyOutsider(foot.sentBy) : `${said.why} ${said.change}\n${foot.settingsUrl}`

function subjectOf({ recaps, more, words: { recap: said } }: RecapMail): string {
  const [first] = recaps
  if (recaps.length > 1) return (recaps.some(({ isNote }) => isNote) ? said.mixed : said.several)(recaps.length + more)
  const { title, sharedBy, isNote } = first!
  return sharedBy ? (isNote ? said.sharedNote : said.shared)(sharedBy, title) : said.subject(title)
}

const moreOfMail = ({ more, moreUrl, words }: RecapMail) => (more > 0 ? [`${words.recap.more(more)}: ${moreUrl}`] : [])

const when = (at: Date, { timeZone, words }: RecapMail) =>
  new Intl.DateTimeFormat(words.locale, { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at)

const whenOf = ({ at }: Outline, mail: RecapMail) => (at ? `${when(at, mail)} (${mail.timeZone})` : '')

/** Titles that mean the same in all notes; others are the words of who wrote the notes. */
const titleOf = ({ title }: OutlineSection, { recap: { sections } }: MailWords) =>
  Object.hasOwn(sections, title) ? sections[title as keyof typeof sections] : title

const moreOf = (section: OutlineSection, { recap: said }: MailWords) =>
  leftOut(section) > 0 ? said.morePoints(leftOut(section)) : ''

const namesOf = ({ names }: OutlinePoint) => (names.length > 0 ? ` (${names.join(', ')})` : '')

function textOf(recap: RecapMail['recaps'][number], mail: RecapMail): string {
  const head = [recap.title, whenOf(recap, mail), sharedBy(recap, mail), recap.url].filter((line) => line !== '')
  const message = recap.message ? [recap.message] : []
  return [
    head.join('\n'),
    ...message,
    ...recap.sections.map((section) => textOfSection(section, recap.url, mail.words)),
  ].join('\n\n')
}

const sharedBy = ({ sharedBy }: { sharedBy?: string | undefined }, { words }: RecapMail) =>
  sharedBy ? words.recap.sharedBy(sharedBy) : ''

function textOfSection(section: OutlineSection, url: string, words: MailWords): string {
  const points = section.points.map((point) => {
    const moment = point.seconds === null ? '' : `\n  ${momentUrl(url, point.seconds)}`
    return `- ${point.text}${namesOf(point)}${moment}`
  })
  return [titleOf(section, words).toUpperCase(), section.text, ...points, moreOf(section, words)]
    .filter((line) => line !== '')
    .join('\n')
}

const font = 'font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif'
const muted = 'color:#5f6368;font-size:13px'
const link = 'color:#1a56db'

function htmlOf(subject: string, mail: RecapMail): string {
  const { recap: said, locale } = mail.words
  const linkTo = (url: string) => (text: string) =>
    `<a style="${link}" href="${escapeUTF8(url)}">${escapeUTF8(text)}</a>`
  const more = linkTo(mail.moreUrl)(said.more(mail.more))
  const foot =
    'sentBy' in mail.foot
      ? escapeUTF8(said.whyOutsider(mail.foot.sentBy))
      : `${escapeUTF8(said.why)}\n${said.changeOrStop(linkTo(mail.foot.settingsUrl), linkTo(mail.foot.unsubscribeUrl))}`
  const recaps = [...mail.recaps.map((recap) => htmlOfRecap(recap, mail)), ...(mail.more > 0 ? [more] : [])]
  return `<!doctype html>
<html lang="${locale.slice(0, 2)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeUTF8(subject)}</title></head>
<body style="margin:0;padding:24px 16px;${font};font-size:15px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;margin:0 auto">
${recaps.map((recap) => `<tr><td style="padding:0 0 32px">${recap}</td></tr>`).join('\n')}
<tr><td style="border-top:1px solid #dadce0;padding:12px 0;${muted}">${foot}</td></tr>
</table></body></html>
`
}

function htmlOfRecap(recap: RecapMail['recaps'][number], mail: RecapMail): string {
  const url = escapeUTF8(recap.url)
  const title = escapeUTF8(recap.title)
  const open = escapeUTF8(recap.isNote ? mail.words.recap.openNote : mail.words.recap.open)
  const under = [whenOf(recap, mail), sharedBy(recap, mail)].filter((line) => line !== '').map(escapeUTF8)
  const message = recap.message
    ? `<p dir="auto" style="margin:0 0 16px;padding:8px 12px;border-left:3px solid #dadce0;white-space:pre-line;unicode-bidi:plaintext">${escapeUTF8(recap.message)}</p>`
    : ''
  return [
    `<h1 dir="auto" style="margin:0;font-size:20px">${url ? `<a style="${link};text-decoration:none" href="${url}">${title}</a>` : title}</h1>`,
    `<p style="margin:4px 0 16px;${muted}">${under.join('<br>')}</p>`,
    message,
    ...recap.sections.map((section) => htmlOfSection(section, recap.url, mail.words)),
    url && `<p style="margin:16px 0 0"><a style="${link}" href="${url}">${open}</a></p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function htmlOfSection(section: OutlineSection, url: string, words: MailWords): string {
  const points = section.points.map(
    (point) => `<li dir="auto">${escapeUTF8(point.text + namesOf(point))}${momentOf(point, url)}</li>`,
  )
  return [
    `<h2 dir="auto" style="margin:16px 0 4px;font-size:15px">${escapeUTF8(titleOf(section, words))}</h2>`,
    section.text &&
      `<p dir="auto" style="margin:0 0 8px;white-space:pre-line;unicode-bidi:plaintext">${escapeUTF8(section.text)}</p>`,
    points.length > 0 && `<ul style="margin:0;padding:0 0 0 20px">${points.join('')}</ul>`,
    leftOut(section) > 0 && `<p style="margin:4px 0;${muted}">${escapeUTF8(moreOf(section, words))}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

const momentOf = ({ seconds }: OutlinePoint, url: string) =>
  seconds === null ? '' : ` <a style="${muted}" href="${escapeUTF8(momentUrl(url, seconds))}">${clockOf(seconds)}</a>`
