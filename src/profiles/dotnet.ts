// .NET.

export const dotnet = {
  id: 'dotnet',
  title: 'C#, F# and Visual Basic, with the .NET SDK',
  commands: {
    build: 'dotnet build',
    test: 'dotnet test',
    lint: 'dotnet format --verify-no-changes',
    security: null,
  },
} as const;
