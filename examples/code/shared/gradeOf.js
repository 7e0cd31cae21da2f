/**
 * Maps a result to good, decent or bad. Any other result stays as it is, as text: empty if there is none.
 *
 * @param {unknown} result
 * @returns {string}
 */
const gradeOf = (result) => {
	const text = String(result ?? '');
	// If your service returns numbers, remove the // before the next line, and enter where good and decent begin:
	// if (/^\d+(\.\d+)?$/.test(text)) return Number(text) >= 80 ? 'good' : Number(text) >= 50 ? 'decent' : 'bad';
	return text;
};

module.exports = { gradeOf };
