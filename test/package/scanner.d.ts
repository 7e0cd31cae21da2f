declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** The files that n8n lints in a source checkout. */
	export const SOURCE_FILE_PATTERNS: string[];

	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
