/** Says which rule did something, and leads to it. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { rulesQuery } from '../../api/rules.ts'
import { words } from '../../words/words.ts'

const { rules: said } = words

/** @param id  of a rule that may be another person's, or gone; undefined if somebody did it by hand */
export function ByRule({ id }: { id: string | undefined }) {
  const { data: rules } = useQuery({ ...rulesQuery, enabled: id !== undefined })
  if (id === undefined || !rules) return null
  const rule = rules.data.find((each) => each.id === id)
  if (!rule) return said.byOther
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/rules" search={{ rule: id }} {...props} />}>
      {rule.scope === 'person' ? said.byYours(rule.name) : said.byWorkspace(rule.name)}
    </Anchor>
  )
}
