/** Words that ask in Italian, in the forms that questions have. *Pure.* */
export const italian = `
riassumi riassumere riassunto discutere discute discusso discussero discussione discussioni parlare parla parlato parlava parlano dire
dice detto disse dissero dimmi pensare pensa pensato pensano menzionare menziona menzionato spiegare spiega spiegato spiega descrivere
descrivi descrive mostra`
