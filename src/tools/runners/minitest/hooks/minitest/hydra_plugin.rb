# Runs inside the user's Minitest, which loads every minitest/*_plugin.rb on the load path: writes all results to a JSON
# file in the Common Test Report Format, named as Minitest itself takes them to run a test again.

folder = ENV.delete('HYDRA_REPORTS')
# Neither the tests nor the programs that they start see the request.
paths = ENV['RUBYLIB'].to_s.split(File::PATH_SEPARATOR) - [File.dirname(__dir__)]
paths.empty? ? ENV.delete('RUBYLIB') : ENV['RUBYLIB'] = paths.join(File::PATH_SEPARATOR)

# Without a constant: its name could be one of the project's.
recorder = Class.new do
  def initialize(file)
    @file = file
    @tests = []
  end

  def record(result)
    owner = result.respond_to?(:klass) ? result.klass : result.class
    @tests << { 'name' => "#{owner}##{result.name}", 'status' => status_of(result) }
  end

  def write
    # Not before: code under test may rely on json without loading it.
    require 'json'
    counts = %w[passed failed skipped].to_h { |word| [word, @tests.count { |test| test['status'] == word }] }
    summary = { 'tests' => @tests.size, **counts, 'pending' => 0, 'other' => 0 }
    File.write(@file, JSON.generate('results' => { 'tool' => { 'name' => 'minitest' }, 'summary' => summary, 'tests' => @tests }))
  rescue StandardError
    # A report that cannot be written must not disturb the run.
  end

  private

  def status_of(result)
    return 'skipped' if result.skipped?

    result.passed? ? 'passed' : 'failed'
  end
end

unless folder.nil?
  recorded = recorder.new("#{folder}/minitest-#{Process.pid}.json")
  outermost = nil
  # Other plugins replace the list of reporters; this one holds them all.
  Minitest::CompositeReporter.prepend(
    Module.new do
      define_method(:record) do |result|
        outermost ||= self
        recorded.record(result) if outermost.equal?(self)
        super(result)
      end

      define_method(:report) do
        super()
      ensure
        recorded.write if outermost.nil? || outermost.equal?(self)
      end
    end
  )
end
