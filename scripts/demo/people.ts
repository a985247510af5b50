/** Who is in the demo world. All invented; every address ends in `.test`, which no one can own (RFC 2606). */

export type Attendee = { email: string; name: string }

const names = {
  ada: 'Ada Moreau',
  bo: 'Bo Lindqvist',
  chidi: 'Chidi Okafor',
  mei: '陳美玲',
  priya: 'Priya Raman',
  zoe: 'Zoë Martínez',
  tomas: 'Tomáš Dvořák',
  amir: 'Amir Haddad',
  helena: 'Helena Brandt',
  jonas: 'Jonas Weber',
  kofi: 'Kofi Mensah',
  lucia: 'Lucía Ferreira',
}

export type Person = keyof typeof names

/** Tomáš left in November: what he shared still counts, he sees nothing any more. */
export const users = (Object.keys(names) as Person[]).map((person) => ({
  id: userId(person),
  email: `${person}@acme.test`,
  full_name: names[person],
  admin: person === 'ada',
  active: person !== 'tomas',
}))

/** Invited, but without an account: people from outside, a list that nobody expands, a colleague without one. */
const withoutAccount = {
  ines: { email: 'ines.carvalho@porto-lab.test', name: 'Inês Carvalho' },
  ruben: { email: 'ruben.vogel@porto-lab.test', name: 'Ruben Vogel' },
  noor: { email: 'noor@porto-lab.test', name: 'Noor Jansen' },
  sami: { email: 'sami.laine@porto-lab.test', name: 'Sami Laine' },
  marta: { email: 'marta@plastworks.test', name: 'Marta Oliveira' },
  everyone: { email: 'everyone@acme.test', name: '' },
  productList: { email: 'product-team@acme.test', name: 'Product team' },
  frontDesk: { email: 'front-desk@acme.test', name: 'Front desk' },
}

export type Invited = Person | keyof typeof withoutAccount

export const channels = [
  { id: 'ch_product', title: 'Product', private: false, members: ids(['ada', 'bo', 'priya', 'mei', 'zoe', 'chidi']) },
  { id: 'ch_research', title: 'Research', private: false, members: ids(['helena', 'jonas', 'amir', 'kofi', 'lucia']) },
  { id: 'ch_affairs', title: 'Public affairs', private: false, members: ids(['chidi', 'zoe', 'kofi', 'ada']) },
  { id: 'ch_leads', title: 'Leads', private: true, members: ids(['ada', 'zoe', 'helena']) },
]

export function userId(person: Person): string {
  return `u_${person}`
}

export function ids(people: Person[]): string[] {
  return people.map(userId)
}

/** @returns how a calendar invites them */
export function attendee(invited: Invited): Attendee {
  if (!isPerson(invited)) return withoutAccount[invited]
  // Calendars write addresses as they like; an account is found whatever the case.
  const email = invited === 'mei' ? 'Mei@Acme.test' : emailOf(invited)
  return { email, name: names[invited] }
}

export function emailOf(person: Person): string {
  return `${person}@acme.test`
}

export function nameOf(invited: Invited): string {
  return attendee(invited).name
}

export function nameOfUser(id: string): string {
  return users.find((user) => user.id === id)?.full_name ?? id
}

function isPerson(invited: Invited): invited is Person {
  return invited in names
}
