# Runs inside the user's RSpec, loaded through SPEC_OPTS: writes the results of all examples to a JSON file. It listens
# instead of adding a formatter, because RSpec drops its default formatter, and those of the user, when another is named.

folder = ENV.delete('HYDRA_REPORTS')
options = ENV.delete('HYDRA_SPEC_OPTS').to_s
# Neither the examples nor the programs that they start see the request.
options.empty? ? ENV.delete('SPEC_OPTS') : ENV['SPEC_OPTS'] = options

# Without a constant: its name could be one of the project's.
listener = Class.new do
  def initialize(file)
    @file = file
  end

  def dump_summary(summary)
    # Not before: code under test may rely on json without loading it.
    require 'json'
    File.write(@file, JSON.generate('examples' => examples_of(summary), 'summary' => totals_of(summary)))
  rescue StandardError
    # A report that cannot be written must not disturb the run.
  end

  private

  def examples_of(summary)
    summary.examples.map do |example|
      { 'full_description' => example.full_description, 'status' => example.execution_result.status.to_s }
    end
  end

  def totals_of(summary)
    outside = summary.respond_to?(:errors_outside_of_examples_count) ? summary.errors_outside_of_examples_count : 0
    {
      'example_count' => summary.example_count,
      'failure_count' => summary.failure_count,
      'pending_count' => summary.pending_count,
      'errors_outside_of_examples_count' => outside
    }
  end
end

unless folder.nil?
  RSpec.configure do |config|
    # The reporter is complete only when the examples start.
    config.prepend_before(:suite) do
      config.reporter.register_listener(listener.new("#{folder}/rspec-#{Process.pid}.json"), :dump_summary)
    end
  end
end
