const GRADES = ['good', 'decent', 'bad'];
/**
 * Position of a result in GRADES, -1 if it is none of them. If your service returns numbers, replace what follows the arrow with [80, 50, 0].findIndex((least) => parseFloat(result) >= least).
 *
 * @param {any} result
 */
const gradeOf = (result) => GRADES.indexOf(result);

module.exports = { GRADES, gradeOf };
