/** The fields of a rule's form, and the rule that they make. *Pure.* */
import type { Rule, RuleFields } from '../../api/rules.ts'

export type Fields = {
  name: string
  series: string | null
  feed: string | null
  organizer: string
  domain: string
  titleContains: string
  outsiders: 'yes' | 'no' | null
  /** As it is typed: '' is nothing. */
  least: number | string
  most: number | string
  record: 'bot' | 'remind' | 'never' | null
  recorder: string | null
  template: string | null
  language: string | null
  channels: string[]
  people: string[]
  editors: string[]
  next: 'make' | 'invite' | 'never' | null
}

export const filled = (values: (string | null)[]): string[] => values.filter((value) => value !== null)

/** @param series  of a new rule */
export function fieldsOf(rule: Rule | null, series: string | undefined): Fields {
  const { match = {}, do: does = {} } = rule ?? {}
  const shared = (isEditor: boolean) =>
    (does.share ?? []).filter(({ can_edit }) => can_edit === isEditor).map(({ user }) => user)
  return {
    name: rule?.name ?? '',
    series: match.series_id ?? series ?? null,
    feed: match.feed_id ?? null,
    organizer: match.organizer ?? '',
    domain: match.domain ?? '',
    titleContains: match.title_contains ?? '',
    outsiders: match.outsiders === undefined ? null : match.outsiders ? 'yes' : 'no',
    least: match.people_min ?? '',
    most: match.people_max ?? '',
    record: does.record ?? null,
    recorder: does.recorder_id ?? null,
    template: does.template_id ?? null,
    language: does.notes_language ?? null,
    channels: does.publish ?? [],
    people: shared(false),
    editors: shared(true),
    next: does.next ?? null,
  }
}

/** @param before  its empty lists, which keep later rules from doing something, stay */
export function ruleOf(fields: Fields, before: Rule | null): RuleFields {
  const text = (value: string) => value.trim() || undefined
  const number = (value: number | string) => (value === '' ? undefined : Number(value))
  const editors = fields.editors.map((user) => ({ user, can_edit: true }))
  const readers = fields.people.filter((user) => !fields.editors.includes(user))
  const share = [...readers.map((user) => ({ user, can_edit: false })), ...editors]
  const list = <Each>(values: Each[], then: Each[] | undefined) =>
    values.length > 0 || then?.length === 0 ? values : undefined
  const match = {
    series_id: fields.series ?? undefined,
    feed_id: fields.feed ?? undefined,
    organizer: text(fields.organizer),
    domain: text(fields.domain),
    title_contains: text(fields.titleContains),
    outsiders: fields.outsiders === null ? undefined : fields.outsiders === 'yes',
    people_min: number(fields.least),
    people_max: number(fields.most),
  }
  const does = {
    record: fields.record ?? undefined,
    recorder_id: fields.record === 'bot' ? (fields.recorder ?? undefined) : undefined,
    template_id: fields.template ?? undefined,
    notes_language: fields.language ?? undefined,
    publish: list(fields.channels, before?.do.publish),
    share: list(share, before?.do.share),
    next: fields.next ?? undefined,
  }
  return { name: fields.name.trim(), match: withoutAbsent(match), do: withoutAbsent(does) }
}

type Defined<Some> = { [Key in keyof Some]?: Exclude<Some[Key], undefined> }

const withoutAbsent = <Some extends object>(some: Some): Defined<Some> =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as never
