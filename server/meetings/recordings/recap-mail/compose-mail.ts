/** Recaps as a mail: the same as plain text and as HTML of tables and inline styles, which old mail programs show. *Pure.* */
import { escapeUTF8 } from 'entities'
import type { Mail } from '../../../people/mail/send-mail.ts'
import { clockOf, momentUrl, moreOf, type Outline, type OutlinePoint, type OutlineSection } from './outline.ts'

export type RecapMail = {
  recaps: (Outline & { sharedBy?: string | undefined })[]
  /** Recaps that it has no room for, and the page that has them. */
  more: number
  moreUrl: string
  timeZone: string
  /** Where a person changes what they get by mail, and ends it. */
  settingsUrl: string
  unsubscribeUrl: string
}

export function composeMail(mail: RecapMail): Omit<Mail, 'to'> {
  const [first] = mail.recaps
  const subject =
    mail.recaps.length === 1
      ? `${first!.sharedBy ? `${first!.sharedBy} shared a recap with you` : 'Recap'}: ${first!.title}`
      : `Recaps of ${mail.recaps.length + mail.more} meetings`
  const recaps = [...mail.recaps.map((recap) => textOf(recap, mail)), ...moreOfMail(mail)]
  return {
    subject,
    text: `${recaps.join('\n\n\n')}\n\n-- \n${footer}\n${mail.settingsUrl}\n`,
    html: htmlOf(subject, mail),
    headers: { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

const footer = 'Minutebook sends you recaps that you may read. Change or stop it:'

const moreOfMail = ({ more, moreUrl }: RecapMail) => (more > 0 ? [`${more} more: ${moreUrl}`] : [])

const when = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at)

const whenOf = ({ at }: Outline, { timeZone }: RecapMail) => (at ? `${when(at, timeZone)} (${timeZone})` : '')

const namesOf = ({ names }: OutlinePoint) => (names.length > 0 ? ` (${names.join(', ')})` : '')

function textOf(recap: RecapMail['recaps'][number], mail: RecapMail): string {
  const head = [recap.title, whenOf(recap, mail), sharedBy(recap), recap.url].filter((line) => line !== '')
  return [head.join('\n'), ...recap.sections.map((section) => textOfSection(section, recap.url))].join('\n\n')
}

const sharedBy = ({ sharedBy }: { sharedBy?: string | undefined }) =>
  sharedBy ? `${sharedBy} shared it with you.` : ''

function textOfSection(section: OutlineSection, url: string): string {
  const points = section.points.map((point) => {
    const moment = point.seconds === null ? '' : `\n  ${momentUrl(url, point.seconds)}`
    return `- ${point.text}${namesOf(point)}${moment}`
  })
  return [section.title.toUpperCase(), section.text, ...points, moreOf(section)]
    .filter((line) => line !== '')
    .join('\n')
}

const font = 'font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif'
const muted = 'color:#5f6368;font-size:13px'
const link = 'color:#1a56db'

function htmlOf(subject: string, mail: RecapMail): string {
  const more = `<a style="${link}" href="${escapeUTF8(mail.moreUrl)}">${mail.more} more</a>`
  const recaps = [...mail.recaps.map((recap) => htmlOfRecap(recap, mail)), ...(mail.more > 0 ? [more] : [])]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeUTF8(subject)}</title></head>
<body style="margin:0;padding:24px 16px;${font};font-size:15px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;margin:0 auto">
${recaps.map((recap) => `<tr><td style="padding:0 0 32px">${recap}</td></tr>`).join('\n')}
<tr><td style="border-top:1px solid #dadce0;padding:12px 0;${muted}">Minutebook sends you recaps that you may read.
<a style="${link}" href="${escapeUTF8(mail.settingsUrl)}">Change it</a> or
<a style="${link}" href="${escapeUTF8(mail.unsubscribeUrl)}">stop it</a>.</td></tr>
</table></body></html>
`
}

function htmlOfRecap(recap: RecapMail['recaps'][number], mail: RecapMail): string {
  const url = escapeUTF8(recap.url)
  const under = [whenOf(recap, mail), sharedBy(recap)].filter((line) => line !== '').map(escapeUTF8)
  return `<h1 dir="auto" style="margin:0;font-size:20px"><a style="${link};text-decoration:none" href="${url}">${escapeUTF8(recap.title)}</a></h1>
<p style="margin:4px 0 16px;${muted}">${under.join('<br>')}</p>
${recap.sections.map((section) => htmlOfSection(section, recap.url)).join('\n')}
<p style="margin:16px 0 0"><a style="${link}" href="${url}">Open the recap</a></p>`
}

function htmlOfSection(section: OutlineSection, url: string): string {
  const points = section.points.map(
    (point) => `<li dir="auto">${escapeUTF8(point.text + namesOf(point))}${momentOf(point, url)}</li>`,
  )
  return [
    `<h2 dir="auto" style="margin:16px 0 4px;font-size:15px">${escapeUTF8(section.title)}</h2>`,
    section.text &&
      `<p dir="auto" style="margin:0 0 8px;white-space:pre-line;unicode-bidi:plaintext">${escapeUTF8(section.text)}</p>`,
    points.length > 0 && `<ul style="margin:0;padding:0 0 0 20px">${points.join('')}</ul>`,
    moreOf(section) && `<p style="margin:4px 0;${muted}">${moreOf(section)}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

const momentOf = ({ seconds }: OutlinePoint, url: string) =>
  seconds === null ? '' : ` <a style="${muted}" href="${escapeUTF8(momentUrl(url, seconds))}">${clockOf(seconds)}</a>`
