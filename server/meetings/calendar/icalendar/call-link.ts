/** Finds the link of an event's video call. *Pure.* */
import { trimEndOf } from '../../../platform/text.ts'
import type { Component } from './components.ts'
import { propertiesOf, textOf } from './property.ts'

/** Hosts of video calls; with the paths of calls if the host has other pages as well. */
const callHosts = [
  /^https:\/\/([\w-]+\.)*zoom(gov)?\.(us|com)\/(j|my|w|s|wc)\//i,
  /^https:\/\/meet\.google\.com\/[a-z]/i,
  /^https:\/\/teams\.(microsoft\.(com|us)|live\.com)\/(l\/meetup-join|meet)\//i,
  /^https:\/\/([\w-]+\.)*webex\.com\/(?!$)/i,
  /^https:\/\/(meet\.goto\.com|global\.gotomeeting\.com\/join|(www\.)?gotomeet\.me)\//i,
  /^https:\/\/([\w-]+\.)*(whereby\.com|jit\.si|8x8\.vc|bluejeans\.com|around\.co|lifesizecloud\.com)\/./i,
  /^https:\/\/(chime\.aws|join\.skype\.com|facetime\.apple\.com|meet\.ringcentral\.com|v\.ringcentral\.com)\/./i,
  /^https:\/\/app\.slack\.com\/huddle\//i,
]

const longestUrl = 2_048

// Descriptions may hold whole mail threads; the link is near the top.
const searchedCharacters = 50_000

/** Where a calendar may have the link. */
export type LinkTexts = {
  /** Fields for nothing else; the best ones first. */
  conferences: string[]
  /** The page of the event. */
  url: string
  location: string
  description: string
}

/** Those of an event in a file. A conference with video comes before others. */
export function linkTextsOf(event: Component): LinkTexts {
  const conferences = propertiesOf(event, 'CONFERENCE')
  const video = conferences.filter(({ params }) => /VIDEO/i.test(params.feature ?? ''))
  const conferenceLinks = [...video, ...conferences].map(({ values }) => String(values[0]))
  const vendors = ['X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'].map((name) => textOf(event, name))
  const [url, location, description] = ['URL', 'LOCATION', 'DESCRIPTION'].map((name) => textOf(event, name))
  return { conferences: [...conferenceLinks, ...vendors], url: url!, location: location!, description: description! }
}

/**
 * The first of: a link in the fields for conferences, a URL that is a call link, a call link in the location, a location
 * that is itself a link, a call link in the description.
 */
export function findCallLink({ conferences, url, location, description }: LinkTexts): string | null {
  return (
    unwrapped(conferences.map((text) => text.trim()).find(isLink) ?? null) ??
    callIn(url) ??
    callIn(location) ??
    (isLink(location) ? location : null) ??
    callIn(description)
  )
}

function isLink(text: string): boolean {
  return /^https?:\/\/[^\s\0]+$/i.test(text) && text.length <= longestUrl && URL.canParse(text) && text.isWellFormed()
}

function callIn(text: string): string | null {
  for (const [found] of text.slice(0, searchedCharacters).matchAll(/https?:\/\/[^\s<>"'\\^`{|}\0]+/gi)) {
    const link = trimEndOf(found, /[.,;:!?)\]]/)
    const call = isCall(link) ? link : callWithin(link)
    if (call) return call
  }
  return null
}

const isCall = (link: string) => isLink(link) && callHosts.some((host) => host.test(link))

const unwrapped = (link: string | null) => (link === null || isCall(link) ? link : (callWithin(link) ?? link))

/** Filters of several companies wrap a mail one after another. */
const mostWraps = 5

/** Links of one depth that are looked into. A link can be read in several ways, so their number could double with each wrap. */
const mostLinks = 8

/** Mail filters replace links by their own, which open the call only in a browser and after a detour. */
function callWithin(link: string): string | null {
  let links = [link]
  for (let wraps = 0; wraps < mostWraps; wraps++) {
    links = [...new Set(links.slice(0, mostLinks).flatMap(linksWithin))]
    const call = links.find(isCall)
    if (call) return call
  }
  return null
}

function linksWithin(link: string): string[] {
  const { hostname = '', searchParams = new URLSearchParams() } = URL.parse(link) ?? {}
  const isProofpoint = /(^|\.)urldefense\.(com|us|proofpoint\.com)$/i.test(hostname)
  // Safe Links and `google.com/url` have it in a parameter, Sophos in Base64, Cisco in the path.
  const written = [
    ...searchParams.values(),
    link
      .slice(link.indexOf('//'))
      .split(/(?=https?(?::|%3A))/i)
      .slice(1)
      .join(''),
  ]
  const coded = written.map((text) =>
    text.startsWith('aHR0c') ? Buffer.from(text, 'base64url').toString('utf8') : text,
  )
  const links = coded.map((text) => (/^https?%3A/i.test(text) ? decoded(text) : text))
  return [...(isProofpoint ? proofpointLinks(link) : []), ...links].filter((text) => /^https?:\/\//i.test(text))
}

/** How often a sign follows is said by a letter after `**`, which begin at 2. */
const runLengths = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']

/** Of Proofpoint's URL Defense in its third form, and in its second one. */
function proofpointLinks(link: string): string[] {
  const [, third, signs = ''] = /^https?:\/\/[^/]+\/v3\/__(.+?)__;([\w-]*)(?:!|$)/i.exec(link) ?? []
  if (third !== undefined) {
    // Some signs are `*`, or `**` and the length of a run, and follow in this order.
    const kept = [...Buffer.from(signs, 'base64url').toString('utf8')]
    const take = (sign: string) => kept.splice(0, sign === '*' ? 1 : runLengths.indexOf(sign[2]!) + 2).join('') || sign
    return [third.replace(/\*(?:\*[\w-])?/g, take).replace(/^(https?:\/)(?=[^/])/i, '$1/')]
  }
  return [decoded((new URL(link).searchParams.get('u') ?? '').replaceAll('-', '%').replaceAll('_', '/'))]
}

/** @returns '' for what is coded wrongly */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
