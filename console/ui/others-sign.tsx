/** Marks what a person sees only by administrator rights. */
import { IconShield } from '@tabler/icons-react'
import { words } from '../words/words.ts'
import classes from './days.module.css'

export const OthersSign = () => (
  <IconShield size={14} stroke={1.8} className={classes.others} aria-label={words.rights.others} role="img">
    <title>{words.rights.others}</title>
  </IconShield>
)
