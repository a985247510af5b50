/** A badge with a status. */
import type { ReactNode } from 'react'
import classes from './entries.module.css'

export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | 'plain'

export const Mark = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
)
