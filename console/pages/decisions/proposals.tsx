/** What a language model says of a decision and earlier ones. Nothing changes until somebody says it too. */
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Decision, decisionQuery, useChangeDecision } from '../../api/decisions.ts'
import { shortDay } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import classes from './decisions.module.css'
import { Where } from './where.tsx'

const { decisions: said } = words

export function Proposals({ decision }: { decision: Decision }) {
  return (
    <ul className={classes.proposals} aria-label={said.proposals}>
      {decision.proposals.map((proposal) => (
        <Proposal key={proposal.id} decision={decision} proposal={proposal} />
      ))}
    </ul>
  )
}

type Props = { decision: Decision; proposal: Decision['proposals'][number] }

function Proposal({ decision, proposal: { id, kind, quote } }: Props) {
  const { data: older } = useQuery(decisionQuery(id))
  const change = useChangeDecision(decision)
  if (!older) return null
  return (
    <li className={classes.proposal}>
      <div>
        <span>{said.proposes[kind]} </span>
        <span dir="auto">
          <Where decision={older} />
        </span>
        <span> · </span>
        <Time at={older.made_at} as={shortDay} />
      </div>
      {quote && (
        <blockquote className={classes.quote} dir="auto">
          {said.quote(quote)}
        </blockquote>
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="light"
          loading={change.isPending}
          aria-label={said.acceptOf(older.text)}
          onClick={() => change.mutate({ supersedes: [...decision.supersedes, id] })}
        >
          {said.accept}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={change.isPending}
          aria-label={said.dismissOf(older.text)}
          onClick={() => change.mutate({ dismiss: [id] })}
        >
          {said.dismiss}
        </Button>
      </Group>
    </li>
  )
}
