/** What a rule does, in plain words. *Pure.* */
import type { Plan, Rule } from '../../api/rules.ts'
import type { Words } from '../../words/en/main.ts'

type Said = Words['rules']

/** Of an id the name, or undefined for something that the person does not see. */
type Find = (id: string) => string | undefined

export type Names = {
  series: Find
  feed: Find
  recorder: Find
  template: Find
  channel: Find
  person: Find
  /** Of a BCP 47 tag. */
  language: Find
}

/** `Meetings of “Weekly” by acme.test: a bot records; notes go to #product.` */
export const sentenceOf = (said: Said, rule: Pick<Rule, 'scope' | 'match' | 'do'>, names: Names): string =>
  said.sentence(whichOf(said, rule, names), actionsOf(said, rule.do, names).join('; '))

function whichOf(said: Said, { scope, match }: Pick<Rule, 'scope' | 'match'>, names: Names): string {
  const { series_id, feed_id, organizer, domain, title_contains, outsiders } = match
  const parts = [
    series_id && said.match.series(names.series(series_id) ?? said.unseen),
    feed_id && said.match.feed(names.feed(feed_id) ?? said.unseen),
    organizer && said.match.by(organizer),
    domain && said.match.by(domain),
    title_contains && said.match.title(title_contains),
    outsiders !== undefined && (outsiders ? said.match.outsiders : said.match.insiders),
    peopleOf(said, match),
  ].filter((part) => typeof part === 'string' && part !== '')
  if (parts.length > 0) return said.which.some(parts.join(', '))
  return scope === 'person' ? said.which.mine : said.which.all
}

function peopleOf(said: Said, { people_min: least, people_max: most }: Rule['match']): string {
  if (least !== undefined && most !== undefined) return said.match.between(least, most)
  if (least !== undefined) return said.match.atLeast(least)
  return most === undefined ? '' : said.match.atMost(most)
}

export function actionsOf(said: Said, does: Rule['do'], names: Names): string[] {
  const { record, recorder_id, template_id, notes_language, publish, share, next } = does
  const name = (find: Find, id: string) => find(id) ?? said.unseen
  const people = share?.map(({ user, can_edit }) =>
    can_edit ? said.does.editor(name(names.person, user)) : name(names.person, user),
  )
  return [
    record && (recorder_id ? said.does.botOf(name(names.recorder, recorder_id)) : said.does[record]),
    template_id && said.does.template(name(names.template, template_id)),
    notes_language &&
      (notes_language === 'spoken' ? said.does.spoken : said.does.language(name(names.language, notes_language))),
    publish &&
      (publish.length === 0
        ? said.does.nowhere
        : said.does.publish(publish.map((id) => `#${name(names.channel, id)}`))),
    people && (people.length === 0 ? said.does.nobody : said.does.share(people)),
    next && said.does.next[next],
  ].filter((part) => part !== undefined && part !== '') as string[]
}

export const ofPlan = ({ record, template, notes_language, channels }: Plan): Rule['do'] => ({
  ...(record !== null && { record }),
  ...(template !== null && { template_id: template }),
  ...(notes_language !== null && { notes_language }),
  ...(channels.length > 0 && { publish: channels }),
})
