/** Words that ask in French, in the forms that questions have. *Pure.* */
export const french = `
résume résumer résumez résumé discuter discute discuté discutent discussion discussions parler parle parlé parlent parlait dire dit dis
dites disent disait penser pense pensé pensent pensait mentionner mentionne mentionné expliquer explique expliqué décrire décrit
décris raconte montre`
