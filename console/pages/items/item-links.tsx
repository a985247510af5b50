/** Where an item is in other systems: each link opens in a tab of its own. */
import type { ActionItem } from '@minutebook/client'
import classes from './items.module.css'

/** `GitHub acme/app#12 · closed` */
export function ItemLinks({ links }: Pick<ActionItem, 'links'>) {
  return links.map(({ system, key, url, state }) => (
    <a key={url} href={url} target="_blank" rel="noopener noreferrer" className={classes.source}>
      {[`${system} ${key}`, state].filter(Boolean).join(' · ')}
    </a>
  ))
}
