/** Words that ask in German, in the forms that questions have. *Pure.* */
export const german = `
fasse fassen zusammen zusammenfassen zusammenfassung besprechen bespricht besprach besprachen besprochen diskutieren diskutiert
diskutierte diskutierten sprechen spricht sprach sprachen gesprochen reden redete redeten geredet sagen sagt sagte sagten gesagt
denken denkt dachte dachten meinen meint meinte meinten gemeint erwähnen erwähnt erwähnte erwähnten erklären erklärt erklärte
beschreiben beschreibt zeige zeig bitte`
