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
  for (const [found] of text.slice(0, searchedCharacters).matchAll(/https:\/\/[^\s<>"'\\^`{|}\0]+/gi)) {
    const link = trimEndOf(found, /[.,;:!?)\]]/)
    const call = isCall(link) ? link : callWithin(link)
    if (call) return call
  }
  return null
}

const isCall = (link: string) => isLink(link) && callHosts.some((host) => host.test(link))

const unwrapped = (link: string | null) => (link === null || isCall(link) ? link : (callWithin(link) ?? link))

/** Mail filters replace links by their own, which open the call only in a browser and after a detour. */
function callWithin(link: string): string | null {
  const { hostname = '', searchParams = new URLSearchParams() } = URL.parse(link) ?? {}
  // Safe Links and `google.com/url` have it in a parameter.
  const inside = [...searchParams.values()]
  if (/(^|\.)urldefense\.(com|us|proofpoint\.com)$/i.test(hostname)) inside.push(...proofpointLinks(link))
  return inside.find(isCall) ?? null
}

/** Of Proofpoint's URL Defense in its third form, and in its second one. */
function proofpointLinks(link: string): string[] {
  const [, third, signs = ''] = /\/v3\/__(.+?)__;([\w-]*)(?:!|$)/.exec(link) ?? []
  if (third !== undefined) {
    // Some signs are `*`, and follow in this order.
    const kept = [...Buffer.from(signs, 'base64url').toString('utf8')]
    return [third.replace(/\*/g, () => kept.shift() ?? '*')]
  }
  const coded = new URL(link).searchParams.get('u') ?? ''
  try {
    return [decodeURIComponent(coded.replaceAll('-', '%').replaceAll('_', '/'))]
  } catch {
    return []
  }
}
