/** One decision: its words, what it rests on with the moment to play, whether it stands, and what it replaced. */
import type { ReactNode } from 'react'
import type { Decision } from '../../api/decisions.ts'
import { clockTime, shortDay } from '../../ui/format.ts'
import { InlineText } from '../../ui/inline-text.tsx'
import { Mark } from '../../ui/mark.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { DecisionActions } from './decision-actions.tsx'
import classes from './decisions.module.css'
import { Other } from './other.tsx'
import { Proposals } from './proposals.tsx'
import { Where } from './where.tsx'

const { decisions: said } = words

type Props = {
  decision: Decision
  /** In its own recap the moment plays there, and the meeting needs no link. */
  moment?: ReactNode
  isOfRecap?: boolean
  /** Without it nobody can change it here; elsewhere than in its recap it has no menu then. */
  mayEdit?: boolean
}

export function DecisionRow({ decision, moment, isOfRecap = false, mayEdit = true }: Props) {
  const { text, quote, speaker, status, superseded_by, supersedes, proposals } = decision
  return (
    <li className={classes.row} data-status={status}>
      <span className={classes.sign} aria-hidden="true" />
      <div className={classes.what}>
        <div className={classes.text} dir="auto">
          {isOfRecap ? (
            <span>
              <InlineText text={text} />
            </span>
          ) : (
            <Where decision={decision} isRow />
          )}
        </div>
        {quote && (
          <blockquote className={classes.quote} dir="auto">
            {said.quote(quote)}
            {speaker && (
              <cite className={classes.speaker}>
                <PersonName name={speaker} />
              </cite>
            )}
          </blockquote>
        )}
        <div className={classes.facts}>
          {status !== 'stands' && <Mark tone="quiet">{said.status[status]}</Mark>}
          {moment}
          {!isOfRecap && (
            <>
              <Time at={decision.made_at} as={shortDay} />
              <span dir="auto">{decision.title}</span>
              {decision.start_time !== null && decision.recording_id !== null && (
                <span>{clockTime(decision.start_time)}</span>
              )}
            </>
          )}
        </div>
        {superseded_by && <Other label={said.supersededBy} id={superseded_by} />}
        {status === 'superseded' && !superseded_by && <div className={classes.facts}>{said.supersededUnseen}</div>}
        {supersedes.map((id) => (
          <Other key={id} label={said.supersedes} id={id} />
        ))}
        {mayEdit && proposals.length > 0 && <Proposals decision={decision} />}
      </div>
      {(mayEdit || isOfRecap) && <DecisionActions decision={decision} mayEdit={mayEdit} />}
    </li>
  )
}
