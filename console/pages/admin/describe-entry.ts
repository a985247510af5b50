/** Describes an entry of the audit log in a sentence without its subject, which is shown beside it. *Pure.* */
import type { AdminWords } from '../../words/en/admin.ts'

type Phrases = AdminWords['audit']['descriptions']
export type Names = {
  /** The name of a person by id; the id itself if the account no longer exists. */
  person: (id: string) => string
}
type Entry = { action: string; status: number | null; on_behalf_of: string | null; details: unknown }
type Fields = Record<string, unknown>

/**
 * @returns null for an action that the page does not know: it comes from a newer service
 */
export function describeEntry({ action, status, on_behalf_of, details }: Entry, said: Phrases, { person }: Names) {
  const fields = fieldsOf(details)
  const name = (field: string) => (isText(fields[field]) ? person(fields[field]) : said.somebody)
  const text = (field: string) => (isText(fields[field]) ? fields[field] : '–')
  const count = (field: string) => (typeof fields[field] === 'number' ? fields[field] : 0)
  const isRefused = status !== null && status >= 400
  const sentences: Record<string, () => string> = {
    impersonate: () => (on_behalf_of ? said.actedAs(person(on_behalf_of)) : said.triedToAct(text('named'))),
    'session.begin': () => describeSignIn(fields, said, person),
    'session.refuse': () => said.refusedSignIn(text('reason')),
    'session.end': () => said.endedSession(name('user_id')),
    'operation.refuse': () => said.triedTask,
    'session.elevate': () => (isRefused ? said.triedRights : said.tookRights),
    'session.lower': () => said.endedRights,
    'sign_in_link.create': () => said.madeLink(name('user_id')),
    'identity.release': () => said.releasedIdentity(name('user_id')),
    'user.create': () => said.invited(nameOf(fields.user) ?? said.somebody),
    'user.change': () => all(describePerson(name('user_id'), fields, said), said.changed(name('user_id'))),
    'user.erase': () => (isRefused ? said.refusedErasure(name('user_id')) : said.askedErasure(name('user_id'))),
    'user.erased': () => said.erased(name('user_id')),
    'user.remove': () => said.removed(name('user_id')),
    'user.export': () => said.exported(name('user_id')),
    'users.import': () => said.imported(lengthOf(fields.created), lengthOf(fields.updated)),
    'retention.remove': () => said.tooOld,
    'audit.remove': () => said.auditTooOld(Number(fields.removed) || 0),
    'former_text.keep': () => said.keptFormer(Number(fields.kept) || 0),
    'former_text.read': () => said.readFormer,
    'note_templates.change': () => said.changedNoteTemplates,
    'glossary.change': () => said.changedGlossary(count('added'), count('changed'), count('removed')),
    'channel.deliver_to': () => said.changedChat,
    'notifications.change': () => said.changedRecapMail,
    'workspace.change': () => all(describeSettings(fields, said), said.changedSettings),
    'api_key.create': () => said.madeKey(text('name'), name('owner')),
    'api_key.change': () => said.changedKey(name('owner'), fieldsOf(fields.after).active),
    'api_key.delete': () => said.deletedKey(text('name'), name('owner')),
    'grant.create': () => said.letIn,
    'grant.delete': () => said.withdrew,
    'outside_link.create': () => said.madeOutsideLink,
    'outside_link.withdraw': () => said.withdrewOutsideLink,
    'outside_link.open': () => said.outsideLinkOpened,
    'outside_link.refuse': () => said.outsideLinkRefused,
    'rule.create': () => said.madeRule,
    'rule.change': () => said.changedRule,
    'rule.delete': () => said.deletedRule,
    'rule.act': () => said.ruleActed,
    'passkey.make': () => said.madePasskey,
    'passkey.withdraw': () => said.withdrewPasskey,
    'passkey.refuse': () => said.passkeyRefused,
    'push.add': () => said.addedDevice,
    'push.remove': () => said.withdrewDevice,
    'voice.give': () => said.gaveVoice,
    'voice.claim': () => said.claimedVoice,
    'voice.word': () => said.saidOfVoice(name('user_id'), fields.is_theirs === true),
    'voice.delete': () => said.deletedVoice,
    'note.delete': () => said.deletedNote,
    'recording.delete': () => said.deletedRecording,
    'note.next': () => said.madeNext(lengthOf(fields.user_ids)),
    'recording.mail': () => said.mailedRecap(lengthOf(fields.user_ids)),
    'webhook.create': () => said.madeWebhook(text('url')),
    'webhook.change': () => said.changedWebhook,
    'webhook.rotate_secret': () => said.rotated,
    'webhook.delete': () => said.deletedWebhook(text('url')),
    'calendar.connect': () => said.connectedCalendar,
    'calendar.disconnect': () => said.disconnectedCalendar,
    'todo_list.connect': () => said.connectedTodo,
    'todo_list.disconnect': () => said.disconnectedTodo,
    'recorder.create': () => said.addedRecorder,
    'recorder.change': () => said.changedRecorder,
    'recorder.delete': () => said.removedRecorder,
    'recorder.upload': () => said.cameByRecorder,
    'recorder.send_bot': () => said.sentBot,
    'recorder.withdraw_bot': () => said.withdrewBot,
    'upload.cancel': () => said.cancelledUpload,
    'model.add': () => said.addedModel(text('name')),
    'model.remove': () => said.removedModel(text('name')),
    'inbox.upload': () => said.cameByInbox,
    'channel.create': () => said.madeChannel(text('title'), fields.private === true),
    'channel.change': () => all(describeChannel(fields, said, person), said.changedChannel(text('title'))),
    'channel.delete': () => said.deletedChannel(text('title')),
  }
  return Object.hasOwn(sentences, action) ? sentences[action]!() : null
}

function describeSignIn({ by, made_by }: Fields, { signedIn }: Phrases, person: Names['person']): string {
  if (by === 'link') return signedIn.link(isText(made_by) ? person(made_by) : null)
  return by === 'key' || by === 'mail' || by === 'oidc' || by === 'passkey' ? signedIn[by] : signedIn.otherwise
}

function describePerson(name: string, { before, after }: Fields, said: Phrases): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [
    ...(isText(now.full_name) ? [said.renamed(isText(old.full_name) ? old.full_name : name, now.full_name)] : []),
    ...(isText(now.email) ? [said.changedAddress(name, now.email)] : []),
    ...('other_addresses' in now && !isText(now.email) ? [said.changedAddresses(name)] : []),
    ...(typeof now.admin === 'boolean' ? [now.admin ? said.madeAdmin(name) : said.noAdmin(name)] : []),
    ...(typeof now.active === 'boolean' ? [now.active ? said.activated(name) : said.deactivated(name)] : []),
    ...('legal_hold' in now ? [describeHold(old.legal_hold, now.legal_hold, said.holdsOf(name))] : []),
  ]
}

function describeHold(old: unknown, now: unknown, said: Phrases['holds']): string {
  if (now === null) return said.lifted
  return old === null ? said.set : said.changed
}

/** Settings in the order of the page; an unknown one gets the general sentence. */
function describeSettings({ before, after }: Fields, said: Phrases): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const days = [fieldsOf(old.retention_days), fieldsOf(now.retention_days)] as const
  const kinds = ['transcripts', 'media', 'everything'] as const
  return [
    ...(isText(now.name) ? [said.renamedWorkspace(now.name)] : []),
    ...(isText(now.retention) ? [now.retention === 'zero_day' ? said.keepsNothing : said.keepsAgain] : []),
    ...kinds
      .filter((kind) => kind in days[1] && days[0][kind] !== days[1][kind])
      .map((kind) => said.keeps[kind](typeof days[1][kind] === 'number' ? days[1][kind] : null)),
    ...('legal_hold' in now ? [describeHold(old.legal_hold, now.legal_hold, said.holds)] : []),
    ...(isText(now.webhooks) ? [now.webhooks === 'enabled' ? said.webhooksOn : said.webhooksOff] : []),
    ...(isText(now.compatibility) ? [now.compatibility === 'hosted' ? said.hosted : said.notHosted] : []),
  ]
}

function describeChannel(
  { title, before, after, added, removed }: Fields,
  said: Phrases,
  person: Names['person'],
): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const channel = [title, now.title].find(isText) ?? '–'
  const people = (ids: unknown) => (Array.isArray(ids) ? ids.filter(isText).map(person).join(', ') : '')
  return [
    ...(isText(now.title) && now.title !== old.title ? [said.renamedChannel(channel, now.title)] : []),
    ...(typeof now.private === 'boolean' ? [now.private ? said.hidChannel(channel) : said.openedChannel(channel)] : []),
    ...(people(added) ? [said.added(people(added), channel)] : []),
    ...(people(removed) ? [said.tookOut(people(removed), channel)] : []),
  ]
}

const all = (sentences: string[], otherwise: string) => (sentences.length > 0 ? sentences.join(' · ') : otherwise)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

function nameOf(user: unknown): string | null {
  const { full_name } = fieldsOf(user)
  return isText(full_name) ? full_name : null
}
