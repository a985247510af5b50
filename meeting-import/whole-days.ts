/** Meetings of whole days, which are stored by UTC days. *Pure.* */

/** The midnight, in the zone of this machine, with which such a day begins. */
export const midnightOf = (iso: string): string => new Date(`${iso.slice(0, 10)}T00:00`).toISOString()
