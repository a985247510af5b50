/** Words that ask in Dutch, in the forms that questions have. *Pure.* */
export const dutch = `
samenvatten samenvatting vat bespreken bespreekt besprak bespraken besproken discussie discussies discussiëren praten praat praatte
praatten gepraat zeggen zegt zei zeiden gezegd denken denkt dacht dachten vertel vertellen vertelde verteld noemen noemt noemde
noemden genoemd uitleggen beschrijf beschrijven toon`
