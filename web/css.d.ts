// Vite turns an import of a stylesheet into a part of the page.
declare module '*.css';
